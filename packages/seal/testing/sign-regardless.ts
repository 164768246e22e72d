import { openPdf } from '@countersign/pdf';
import { buildCms } from '../cms/build-cms.ts';
import { insertCms, layOutSeal } from '../sign/prepare-seal.ts';
import { addSignatureField } from '../sign/signature-widget.ts';
import type { Signer } from '../signers/signer.ts';

/**
 * Adds an invisible signature as software does that does not read DocMDP, for tests of what verification says of it:
 * `sealPdf` refuses to sign a file whose certification permits no further signature.
 */
export async function signRegardless(bytes: Uint8Array, signer: Signer): Promise<Uint8Array> {
  const file = openPdf(bytes);
  const kind = { Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' };
  const signature = file.context.register(file.context.obj(kind));
  addSignatureField(file, signature, 'Another');
  const prepared = layOutSeal(file, signature, { placeholderBytes: 4096 });
  return insertCms(prepared, await buildCms(prepared.digest, signer)).toBytes();
}
