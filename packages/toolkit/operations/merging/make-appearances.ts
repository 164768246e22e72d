import { makeNeededAppearances } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';

/** Makes the appearances that the form of an input asks for. Changes the file. */
export async function makeAppearances(file: PdfFile): Promise<void> {
  await makeNeededAppearances(file);
}
