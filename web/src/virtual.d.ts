declare module "virtual:words/*" {
  const catalogue: Record<string, string>;
  export default catalogue;
}

declare module "virtual:rules/*" {
  const html: string;
  export default html;
}
