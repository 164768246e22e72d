import { makeNeededAppearances } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';

export async function makeAppearances(file: PdfFile): Promise<void> {
  await makeNeededAppearances(file);
}
