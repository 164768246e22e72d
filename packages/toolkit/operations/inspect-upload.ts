import { strip } from '@countersign/seal';
import type { PdfInput, UploadReport } from '../pdf-toolkit.ts';
import { inspectFile } from './inspect.ts';
import { withPdf } from './open-input.ts';

/** What an upload is and what of it acts, or why it is refused. */
export function inspectUpload(input: PdfInput): Promise<UploadReport> {
  return withPdf(input, (file) => {
    const report = inspectFile(file);
    // Taken out of memory only: the file is closed as it was.
    const { changed: needsStripping, removedContentCount, hiddenLayers, hiddenAnnotations } = strip(file);
    return { ...report, needsStripping, activeContent: removedContentCount, hiddenLayers, hiddenAnnotations };
  });
}
