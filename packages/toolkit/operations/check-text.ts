import { createTextEmbedder, type PdfFile } from '@countersign/pdf';
import { withPdf } from './open-input.ts';

/** Fonts do not depend on the document. */
const EMPTY_PDF = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 1 1]>>endobj
trailer<</Size 4/Root 1 0 R>>
`;

export function checkText(texts: readonly string[]): Promise<void> {
  return withPdf(Buffer.from(EMPTY_PDF), (file) => requireDrawable(file, texts));
}

/** Throws as `checkText`. Does not change the file. */
export function requireDrawable(file: PdfFile, texts: readonly string[]): void {
  const embedder = createTextEmbedder(file);
  for (const text of texts) embedder.ensureDrawable(text);
}
