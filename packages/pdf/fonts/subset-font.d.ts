declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat?: 'sfnt' | 'truetype';
    /** Layout features to keep; all when absent. */
    readonly keepFeatures?: readonly string[];
    readonly noLayoutClosure?: boolean;
    readonly dropTables?: readonly string[];
  }
  /** HarfBuzz's subsetter: a font with the glyphs of `text` only, renumbered. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}
