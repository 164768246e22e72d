import type { Hash } from 'node:crypto';
import type { PdfFile } from '@countersign/pdf';
import { type PadesOptions, type SealResult, sealPdf } from '@countersign/seal';
import type { CompleteReport, SealRequest } from '../pdf-toolkit.ts';
import { refuseToSend } from '../refuse-to-send.ts';
import type { TaskContext } from '../tasks.ts';
import { loadSigner } from './load-signer.ts';

/** The signer's name in the signature. */
const SEALED_BY = 'Countersign';

/** Of the file written. */
export async function sealToFile(
  { file, hashedSource }: { readonly file: PdfFile; readonly hashedSource?: Hash },
  output: string,
  request: SealRequest,
  context: TaskContext,
): Promise<CompleteReport> {
  const signer = await loadSigner(context.signer);
  const pades = padesOf(context);
  const sealed = await sealPdf(file, signer, {
    reason: request.reason,
    name: SEALED_BY,
    signedAt: new Date(request.signedAt),
    certify: true,
    ...(pades && { pades }),
    ...(hashedSource && { hashedSource }),
  });
  sealed.writeTo(output);
  return { size: sealed.size, sha256: sealed.sha256, seal: describeSeal(sealed) };
}

function padesOf({ pades, send = refuseToSend }: TaskContext): PadesOptions | undefined {
  return pades && { ...pades, send };
}

function describeSeal({ level, timestamp, failures }: SealResult): CompleteReport['seal'] {
  const stated = timestamp && { authority: timestamp.authority, time: timestamp.time.toISOString() };
  return { level, timestamp: stated, failures };
}
