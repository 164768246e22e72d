/**
 * Replaces `@pdf-lib/standard-fonts` in the bundled command line: pdf-lib needs the font names, not the metrics (150
 * kB).
 */
export const FontNames: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
    ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
    ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic', 'Symbol', 'ZapfDingbats'],
  ].map((name) => [name, name]),
);

/** Fails if pdf-lib's drawing becomes part of the bundle. */
export const Font = { load: missing };
export const Encodings = Object.freeze({});

function missing(): never {
  throw new Error('the bundled command line holds no metrics of the standard fonts');
}
