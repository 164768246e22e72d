import type { PdfBytes, PdfFile } from '@countersign/pdf';
import type { PageEditReport, PageEditWarning } from '../reports.ts';
import type { WriteArgs } from '../requests.ts';
import { withPdf } from './reading.ts';

type Edit = (file: PdfFile) => readonly PageEditWarning[] | Promise<readonly PageEditWarning[]>;

/** Edits a file and appends what changed. */
export function saveEdited(args: WriteArgs, edit: Edit): Promise<PageEditReport> {
  return writeEdited(args, edit, (file) => file.save());
}

/** Edits a file and writes it anew, so that what was removed cannot be recovered. */
export function rewriteEdited(args: WriteArgs, edit: Edit): Promise<PageEditReport> {
  return writeEdited(args, edit, (file) => file.rewrite());
}

function writeEdited(
  { input, output }: WriteArgs,
  edit: Edit,
  write: (file: PdfFile) => PdfBytes,
): Promise<PageEditReport> {
  return withPdf(input, async (file) => {
    const warnings = await edit(file);
    const bytes = write(file);
    bytes.writeTo(output);
    return { pages: file.pageCount, size: bytes.size, warnings };
  });
}
