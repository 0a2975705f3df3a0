/** The languages of the app, each with a loader of its sentences; English first. */
declare module "virtual:languages" {
  const loaders: Record<string, () => Promise<{ default: import("./lib/sentences").Catalogue }>>;
  export default loaders;
}

declare module "virtual:words/*" {
  const catalogue: import("./lib/sentences").Catalogue;
  export default catalogue;
}

/** The rules of the built-in games: HTML by game and language. */
declare module "virtual:rules" {
  const pages: Record<string, Record<string, () => Promise<{ default: string }>>>;
  export default pages;
}

declare module "virtual:worker/words" {
  const words: Record<string, Record<string, string>>;
  export default words;
}

declare module "virtual:worker/files" {
  export const build: string;
  export const shell: string[];
  export const rest: string[];
}

/** The version of Palatine that the app was built from. */
declare const __PALATINE_VERSION__: string;
