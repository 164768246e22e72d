import { createHash } from 'node:crypto';
import { openPdf, PdfBytes, type PdfFile } from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';
import { nameSignature } from '../validation-data/security-store.ts';
import { contentsCapacity } from './byte-range.ts';
import { insertCms, type SealedPdf } from './complete-seal.ts';
import { type LaidOutSeal, layOutSeal } from './prepare-seal.ts';
import type { SealAugmenter } from './seal-augmenter.ts';
import { addSignatureField } from './seal-field.ts';

const FIELD_NAME = 'Timestamp';
/** Tokens vary by serial number, fractions of a second and signature. */
export const SPARE_TOKEN_BYTES = 64;
const ATTEMPTS = 3;

/**
 * ISO 32000-2 12.8.5, over a completed seal, whose hash is continued. Undefined if no authority gives one;
 * throws `timestamp_unavailable` if it is required.
 */
export async function addDocumentTimestamp(
  sealed: LaidOutSeal,
  augmenter: SealAugmenter,
): Promise<SealedPdf | undefined> {
  const expected = await augmenter.rehearse();
  if (!expected) return undefined;
  const { base, increment, contents, hashUpToContents } = sealed;
  const file = openPdf(new PdfBytes([increment], base).toSource());
  nameSignature(file, digestContents(sealed));
  const signature = addTimestampField(file);
  const hashedBase = hashUpToContents.copy().update(increment.subarray(contents.start));
  let room = expected.token.length + SPARE_TOKEN_BYTES;
  for (let attempt = 1; ; attempt++) {
    const prepared = layOutSeal(file, signature, { placeholderBytes: room, hashedBase });
    const timestamp = await augmenter.stampDigest(prepared.digest);
    if (!timestamp) return undefined;
    if (attempt === ATTEMPTS || timestamp.token.length <= contentsCapacity(prepared.contents))
      return insertCms(prepared, timestamp.token);
    room = timestamp.token.length + SPARE_TOKEN_BYTES;
  }
}

function addTimestampField(file: PdfFile): PDFRef {
  const signature = file.context.obj({
    Type: 'DocTimeStamp',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.RFC3161',
  });
  return addSignatureField(file, signature, FIELD_NAME);
}

/** SHA-1 of the /Contents string with its padding, the key in /VRI (ISO 32000-2 table 261). */
function digestContents({ increment, contents }: LaidOutSeal): string {
  const hex = Buffer.from(increment.subarray(contents.start + 1, contents.end - 1)).toString('latin1');
  return createHash('sha1').update(Buffer.from(hex, 'hex')).digest('hex').toUpperCase();
}
