declare module "virtual:words/*" {
  const catalogue: Record<string, string>;
  export default catalogue;
}

declare module "virtual:rules/*" {
  const html: string;
  export default html;
}

/** The version of Palatine that the app was built from. */
declare const __PALATINE_VERSION__: string;
