import { flattenForm, prefill } from '@countersign/forms';
import { stampInk } from '@countersign/seal';
import type { CompleteReport, CompleteRequest, PdfInput } from '../pdf-toolkit.ts';
import type { SignerSource } from '../signer-source.ts';
import { withPdf } from './open-input.ts';
import { sealToFile } from './seal-to-file.ts';

/** Fills the last values, makes the form part of the pages, stamps every ink, seals. */
export function complete(
  input: PdfInput,
  output: string,
  request: CompleteRequest,
  signer: SignerSource,
): Promise<CompleteReport> {
  return withPdf(input, async (file) => {
    await prefill(file, request.values, 'keepOriginal');
    await flattenForm(file);
    await stampInk(file, request.stamps);
    return sealToFile(file, output, request.seal, signer);
  });
}
