import { Readable } from 'node:stream';
import { MEBIBYTE } from '../configuration/limits.ts';
import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { Stores } from '../ports/database.ts';
import type { Proof } from './proof.ts';
import { changeProof } from './settle-proof.ts';

/** The limit of one session: some sixty tries with two pictures of a phone each. */
const MAX_SESSION_BYTES = 500 * MEBIBYTE;
/** The limit counts for a signee and not for the document, because one signee must not use up what others need. */
const MAX_SIGNEE_BYTES = 1024 * MEBIBYTE;

/**
 * The largest possible size is reserved before a byte is read, so that uploads at once are no more. Throws
 * `proof_limit_reached`.
 */
export async function withinUploadLimit<T>(
  deps: SigningDeps,
  proof: Proof,
  content: Readable,
  maxBytes: number,
  take: (content: Readable) => Promise<T>,
): Promise<T> {
  await changeProof(deps, proof, async (locked, stores) => {
    await requireRoom(stores, locked, maxBytes, deps.clock.now());
    return addBytes(locked, maxBytes);
  });
  let received = 0;
  const counted = Readable.from(
    countBytes(content, (bytes) => {
      received += bytes;
    }),
    { objectMode: false },
  );
  try {
    return await take(counted);
  } finally {
    await changeProof(deps, proof, (locked) => addBytes(locked, received - maxBytes));
  }
}

async function requireRoom(
  { proofs }: Pick<Stores, 'proofs'>,
  { documentId, signeeId, sessionHash, removeAt }: Proof,
  bytes: number,
  now: Date,
): Promise<void> {
  const ofSignee = await proofs.listForSignee(documentId, signeeId);
  const ofSession = ofSignee.filter((one) => one.sessionHash === sessionHash);
  const isFull =
    sumBytes(ofSession) + bytes > MAX_SESSION_BYTES || sumBytes(ofSignee) + bytes > MAX_SIGNEE_BYTES;
  // They are removed with their session.
  const seconds = Math.max(1, Math.ceil((removeAt.getTime() - now.getTime()) / 1000));
  if (isFull) throw new SigningError('proof_limit_reached', { seconds });
}

function sumBytes(proofs: readonly Proof[]): number {
  return proofs.reduce((sum, { receivedBytes = 0 }) => sum + receivedBytes, 0);
}

function addBytes(proof: Proof, bytes: number) {
  return { proof: { ...proof, receivedBytes: (proof.receivedBytes ?? 0) + bytes }, entries: [] };
}

async function* countBytes(content: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    count(bytes.length);
    yield bytes;
  }
}
