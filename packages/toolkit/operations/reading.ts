import { countFormFields, type FormField, type FormReading, readFormFields } from '@countersign/forms';
import { inspect, openPdf, PdfError, type PdfFile, readAttachment } from '@countersign/pdf';
import { ToolkitError } from '../errors.ts';
import type { FileReport, PageSize } from '../reports.ts';
import type { PdfInput, ReadArgs } from '../requests.ts';

export async function withPdf<T>(input: PdfInput, work: (file: PdfFile) => T | Promise<T>): Promise<T> {
  const file = openPdf(input);
  try {
    return await work(file);
  } finally {
    file.close();
  }
}

/** Adds the index of the input to a refusal. */
export function nameInput<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const message = `file ${index + 1}: ${error.message}`;
    throw new ToolkitError(error.code, message, { ...error.params, input: index }, { origin: error.name });
  }
}

export function inspectInput({ input }: ReadArgs): Promise<FileReport> {
  return withPdf(input, inspectFile);
}

/** Form fields by the reader that lists them later. */
export function inspectFile(file: PdfFile): FileReport {
  const formFields = countFormFields(file);
  // Reading the fields may show that the file needs repair.
  return { ...inspect(file), formFields };
}

/** The evidence of fifty signees is below 1 MB. */
const MAX_ATTACHMENT_BYTES = 4 * 1024 * 1024;

export function readAttachmentOf({
  input,
  name,
}: ReadArgs & { readonly name: string }): Promise<Uint8Array | null> {
  return withPdf(input, (file) => readAttachment(file, name, MAX_ATTACHMENT_BYTES) ?? null);
}

/** Lists the fields in page order [D2-07]. */
export function readFields({ input, ...reading }: ReadArgs & FormReading): Promise<readonly FormField[]> {
  return withPdf(input, (file) => readFormFields(file, reading));
}

export function readPages({ input }: ReadArgs): Promise<readonly PageSize[]> {
  return withPdf(input, (file) =>
    Array.from(file.pages(), ({ geometry }) => ({
      width: geometry.displayedWidth,
      height: geometry.displayedHeight,
    })),
  );
}
