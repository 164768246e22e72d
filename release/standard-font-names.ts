/**
 * What is left of `@pdf-lib/standard-fonts` in the bundled command line: pdf-lib asks for the names of the fonts, and would
 * bring their metrics along (150 kB), which only its own drawing needs.
 */
export const FontNames: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
    ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
    ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic', 'Symbol', 'ZapfDingbats'],
  ].map((name) => [name, name]),
);

/** Says so, should pdf-lib's drawing ever become a part of the bundle. */
export const Font = { load: missing };
export const Encodings = Object.freeze({});

function missing(): never {
  throw new Error('the bundled command line holds no metrics of the standard fonts');
}
