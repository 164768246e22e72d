import { openPdf, type PdfFile } from '@countersign/pdf';
import type { PdfInput } from '../pdf-toolkit.ts';

export async function withPdf<T>(input: PdfInput, work: (file: PdfFile) => T | Promise<T>): Promise<T> {
  const file = openPdf(input);
  try {
    return await work(file);
  } finally {
    file.close();
  }
}
