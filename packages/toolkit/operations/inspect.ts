import { countFormFields } from '@countersign/forms';
import { inspect, type PdfFile } from '@countersign/pdf';
import type { FileReport, PdfInput } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

export function inspectInput(input: PdfInput): Promise<FileReport> {
  return withPdf(input, inspectFile);
}

/** Form fields by the reader that lists them later. */
export function inspectFile(file: PdfFile): FileReport {
  const formFields = countFormFields(file);
  // Reading the fields may show that the file needs repair.
  return { ...inspect(file), formFields };
}
