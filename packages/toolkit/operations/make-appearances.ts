import { makeNeededAppearances } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';

/** A module of its own: a bundled command loads fonts and drawing only when it is imported. */
export async function makeAppearances(file: PdfFile): Promise<void> {
  await makeNeededAppearances(file);
}
