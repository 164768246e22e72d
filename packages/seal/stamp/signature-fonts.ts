import { findInstalledFont, PdfError, type TextEmbedder } from '@countersign/pdf';

/** Handwriting for typed names, under the SIL Open Font License: packages @expo-google-fonts/<name>. */
export const SIGNATURE_FONTS = ['dancing-script', 'caveat', 'marck-script'] as const;
export type SignatureFont = (typeof SIGNATURE_FONTS)[number];

/** Draws in handwriting; characters that the font has not in the first other font that has them. Throws `font_not_usable`. */
export function inSignatureFont(embedder: TextEmbedder, font: SignatureFont): TextEmbedder {
  const path = findInstalledFont(font);
  if (path === undefined)
    throw new PdfError('font_not_usable', `The package @expo-google-fonts/${font} is not installed`);
  return embedder.inFont(path);
}
