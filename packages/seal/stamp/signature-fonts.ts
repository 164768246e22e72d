import { findInstalledFont, PdfError, type TextEmbedder } from '@countersign/pdf';
import type { SignatureFont } from './signature-font-names.ts';

/** Other fonts for missing characters. Throws `font_not_usable`. */
export function inSignatureFont(embedder: TextEmbedder, font: SignatureFont): TextEmbedder {
  const path = findInstalledFont(font);
  if (path === undefined)
    throw new PdfError('font_not_usable', `The package @expo-google-fonts/${font} is not installed`);
  return embedder.inFont(path);
}
