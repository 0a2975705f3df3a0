declare module "virtual:words/*" {
  const catalogue: Record<string, string>;
  export default catalogue;
}

declare module "virtual:rules/*" {
  const html: string;
  export default html;
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
