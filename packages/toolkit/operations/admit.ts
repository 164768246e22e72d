import type { AdmissionReport, PdfInput, StripReport, UploadReport } from '../pdf-toolkit.ts';
import { stripUpload } from './inspect-upload.ts';
import { withPdf } from './open-input.ts';
import { rehearse } from './rehearse.ts';

/**
 * Everything that an upload goes through, in one task: it is read and stripped once. Writes `output` only where the file
 * cannot be kept as it is.
 */
export async function admit(input: string, output: string): Promise<AdmissionReport> {
  const { upload, strip } = await inspectAndStrip(input, output);
  const { stampedPages, flattenedFields } = await rehearse(strip === null ? input : output);
  return { upload, strip, rehearsal: { stampedPages, flattenedFields } };
}

function inspectAndStrip(
  input: PdfInput,
  output: string,
): Promise<{ readonly upload: UploadReport; readonly strip: StripReport | null }> {
  return withPdf(input, (file) => {
    const { upload, strip, isCleaned } = stripUpload(file);
    // A repaired file is kept as repaired: every later step would have to find its objects again.
    if (!upload.needsStripping && !upload.repaired) return { upload, strip: null };
    // As `strip` does it: no byte of what was removed is left behind.
    (isCleaned ? file.rewrite() : file.save()).writeTo(output);
    return { upload, strip };
  });
}
