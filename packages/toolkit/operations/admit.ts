import type { AdmissionReport, PdfInput, StripReport, UploadReport } from '../pdf-toolkit.ts';
import { stripUpload } from './inspect-upload.ts';
import { withPdf } from './open-input.ts';
import { rehearse } from './rehearse.ts';

/** In one task. Writes `output` only if the file cannot be kept as it is. */
export async function admit(input: string, output: string): Promise<AdmissionReport> {
  const { upload, strip } = await inspectAndStrip(input, output);
  const { stampedPages, flattenedFields } = await rehearse(strip === null ? input : output);
  return { upload, strip, rehearsal: { stampedPages, flattenedFields } };
}

function inspectAndStrip(
  input: PdfInput,
  output: string,
): Promise<{ readonly upload: UploadReport; readonly strip: StripReport | null }> {
  return withPdf(input, async (file) => {
    const { upload, strip, isCleaned } = await stripUpload(file);
    // Or every later step would have to repair the file again.
    if (!upload.needsStripping && !upload.repaired) return { upload, strip: null };
    // A rewrite leaves no byte of what was removed.
    (isCleaned ? file.rewrite() : file.save()).writeTo(output);
    return { upload, strip };
  });
}
