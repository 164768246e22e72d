import { findInstalledFont, PdfError, type TextEmbedder } from '@countersign/pdf';

/** Handwriting fonts (SIL Open Font License) from @expo-google-fonts/<name>. */
export const SIGNATURE_FONTS = ['dancing-script', 'caveat', 'marck-script'] as const;
export type SignatureFont = (typeof SIGNATURE_FONTS)[number];

/** Draws in handwriting, using other fonts for missing characters. Throws `font_not_usable`. */
export function inSignatureFont(embedder: TextEmbedder, font: SignatureFont): TextEmbedder {
  const path = findInstalledFont(font);
  if (path === undefined)
    throw new PdfError('font_not_usable', `The package @expo-google-fonts/${font} is not installed`);
  return embedder.inFont(path);
}
