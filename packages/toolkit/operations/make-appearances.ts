import { makeNeededAppearances } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';

/** Its own module: a bundled command loads fonts and drawing only when it is imported. */
export async function makeAppearances(file: PdfFile): Promise<void> {
  await makeNeededAppearances(file);
}
