import type { PdfFile } from '@countersign/pdf';
import { sealPdf } from '@countersign/seal';
import type { CompleteReport, SealRequest } from '../pdf-toolkit.ts';
import type { SignerSource } from '../signer-source.ts';
import { loadSigner } from './load-signer.ts';
import { writeWhole } from './output-file.ts';

/** Stands in the signature as who sealed: the service, not one of the people. */
const SEALED_BY = 'Countersign';

/** Seals the file with all its changes and writes it. Size and SHA-256 are those of the file written. */
export async function sealToFile(
  file: PdfFile,
  output: string,
  request: SealRequest,
  source: SignerSource,
): Promise<CompleteReport> {
  const signer = await loadSigner(source);
  const signedAt = new Date(request.signedAt);
  const sealed = await sealPdf(file, signer, { reason: request.reason, name: SEALED_BY, signedAt });
  await writeWhole(output, (path) => sealed.writeTo(path));
  return { size: sealed.size, sha256: sealed.sha256 };
}
