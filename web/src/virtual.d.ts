declare module "virtual:symbols" {
  /** By "entity/size": the box of the drawing, and what is in it. */
  export const SYMBOLS: Record<string, { box: string; body: string }>;
}
