/** Builds the service worker, `/sw.js`: one file that knows which files there are and what it may have to say. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { OutputBundle, OutputChunk } from "rolldown";
import type { Plugin } from "vite";
import { catalogue, languages } from "./words.ts";

const WORKER = "sw.js";
const SOURCE = resolve(import.meta.dirname, "../src/worker/sw.ts");
const PUBLIC = resolve(import.meta.dirname, "../public");
const SAID = /^(\w+\.app\.title$|web_people\.push\.)/;
/** Replaced once it is known what has been built. */
const UNKNOWN = "__FILES_OF_THIS_BUILD__";

/** What the first page needs: where it starts, and all that is needed before anything is shown. */
function shellOf(bundle: OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((one): one is OutputChunk => one.type === "chunk");
  const needed = new Set<string>();
  const need = (name: string) => {
    const chunk = chunks.find((one) => one.fileName === name);
    if (!chunk || needed.has(name)) return;
    needed.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style);
    chunk.imports.forEach(need);
  };
  for (const chunk of chunks) {
    const words = chunk.moduleIds.some((id) => id.includes("virtual:words/"));
    if ((chunk.isEntry && chunk.fileName !== WORKER) || words) need(chunk.fileName);
  }
  return needed;
}

export function worker(): Plugin {
  return {
    name: "palatine-worker",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: SOURCE, fileName: WORKER });
    },
    resolveId: (id) => (id.startsWith("virtual:worker/") ? `\0${id}` : undefined),
    load(id) {
      if (id === "\0virtual:worker/files") return `export const { build, shell, rest } = ${UNKNOWN};`;
      if (id !== "\0virtual:worker/words") return undefined;
      const words = languages().map((language) => [
        language,
        Object.fromEntries(Object.entries(catalogue(language)).filter(([key]) => SAID.test(key))),
      ]);
      return `export default ${JSON.stringify(Object.fromEntries(words))}`;
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const script = bundle[WORKER];
        if (script?.type !== "chunk") throw new Error("the service worker was not built");
        const needed = shellOf(bundle);
        const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const rest = [...built.filter((name) => !needed.has(name)), ...readdirSync(PUBLIC)];
        const files = { shell: [...needed].map((name) => `/${name}`), rest: rest.map((name) => `/${name}`) };
        // The page itself names the files it starts with, so that their names tell one version from another.
        const build = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
        script.code = script.code.replaceAll(UNKNOWN, JSON.stringify({ build, ...files }));
      },
    },
  };
}
