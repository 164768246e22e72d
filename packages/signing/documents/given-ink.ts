/** The signature and the initials as a signee gives them: what is checked of them, and where they are kept. */

import { Readable } from 'node:stream';
import type { SigningRequest } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import { abandonedAfterSeconds } from '../files/pdf-blobs.ts';
import { listInkBlobs, type SignatureParts } from '../methods/methods.ts';
import type { Ink } from '../methods/signature-parts.ts';
import type { DocumentState } from './document.ts';
import type { InkInput, SignCommand } from './sign-command.ts';

/**
 * All names are drawn. Images are copied because the toolkit takes ownership of their bytes (`slice` would share a
 * Buffer's memory).
 */
export function inksToCheck({
  ink,
  initials,
  fullName = '',
}: Pick<SignCommand, 'ink' | 'initials' | 'fullName'>): Pick<
  SigningRequest,
  'image' | 'initials' | 'typedName'
> {
  const typed = [ink, initials].map((one) => (one?.kind === 'typed' ? one.typedName : ''));
  const typedName = [...typed, fullName].filter((name) => name !== '').join(' ');
  const imageOf = (one: InkInput | undefined) =>
    one === undefined || one.kind === 'typed' ? undefined : new Uint8Array(one.png);
  return {
    image: imageOf(ink),
    initials: imageOf(initials),
    typedName: typedName === '' ? undefined : typedName,
  };
}

export type StoredInks = Pick<SignatureParts, 'ink' | 'initials'>;

export async function storeInks(
  deps: SigningDeps,
  document: DocumentState,
  { ink, initials }: Pick<SignCommand, 'ink' | 'initials'>,
): Promise<StoredInks> {
  return {
    ink: await storeInk(deps, document, ink),
    initials: await storeInk(deps, document, initials),
  };
}

export async function removeInks(
  { blobs }: Pick<SigningDeps, 'blobs'>,
  { ink, initials }: StoredInks,
): Promise<void> {
  for (const blobId of [ink, initials].flatMap(listInkBlobs)) await blobs.remove(blobId);
}

async function storeInk(
  { blobs, database, ids, settings }: SigningDeps,
  { documentId, accountId }: DocumentState,
  ink: InkInput | undefined,
): Promise<Ink | null> {
  if (ink === undefined) return null;
  if (ink.kind === 'typed') return { kind: 'typed', typedName: ink.typedName, font: ink.font ?? null };
  const blobId = ids.uuid();
  // The process may end before the signature names it.
  await database.transact(({ jobs }) =>
    jobs.enqueue(
      { name: 'remove-proof-blobs', documentId, blobIds: [blobId] },
      { startAfterSeconds: abandonedAfterSeconds(settings), accountId },
    ),
  );
  await blobs.putStream(blobId, Readable.from([Buffer.from(ink.png)]), settings.maxInkBytes);
  return { kind: ink.kind, blobId };
}
