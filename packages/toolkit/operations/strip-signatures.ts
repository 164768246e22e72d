import { stripSignatures } from '@countersign/seal';
import type { PdfInput, StripReport } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';
import { writeWhole } from './output-file.ts';

/** Rewritten when something was removed, so that no byte of a signature is left behind; else written as it is. */
export function stripSignaturesTo(input: PdfInput, output: string): Promise<StripReport> {
  return withPdf(input, async (file) => {
    const report = stripSignatures(file);
    await writeWhole(output, (path) =>
      report.changed ? file.writeRewritten(path) : file.save().writeTo(path),
    );
    return report;
  });
}
