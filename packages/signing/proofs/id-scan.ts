import { dateIn, findTimeZone } from '@countersign/identity';
import { z } from 'zod';
import { maskPersonalNumber } from '../documents/mask-personal-number.ts';
import { SigningError } from '../errors.ts';
import { methodOf } from '../methods/methods.ts';
import { type IdScanner, SCAN_REFUSALS, type ScanAnswer, ScannerBusy } from '../ports/id-scanner.ts';
import { defineProof, type ProofContext, type ProofOutcome, type ProofUpload } from './define-proof.ts';
import { describeScan, needsPortrait, type ScanVariant, variantOf } from './id-scan-fields.ts';
import { isSucceeded, type Proof, type ProofResult } from './proof.ts';
import { storeScanImages } from './scan-images.ts';

/** Bytes of both pictures: two of the largest that the scanner takes. */
const MAX_PICTURES_BYTES = 30 * 1024 * 1024;
/** `front:123456`: the first bytes are the front, the rest, if any, the back. */
const PART = /^front:(\d{1,9})$/;

export const scannedHolder = z.object({
  fullName: z.string(),
  personalNumber: z.string(),
  /** Masked: it shows which document the face is compared with. */
  documentNumber: z.string(),
  portraitBlobId: z.string(),
});
export type ScannedHolder = z.infer<typeof scannedHolder>;

const scanState = z.object({
  isBasic: z.boolean(),
  passportsOnly: z.boolean(),
  /** Why the last pictures were not accepted. */
  refusal: z.object({ side: z.enum(['front', 'back']), reason: z.enum(SCAN_REFUSALS) }).nullable(),
  /** Stored for the signature. */
  blobIds: z.array(z.string()),
  /** For the face check of the signature method; null if it needs none. */
  holder: scannedHolder.nullable(),
});
type ScanState = z.infer<typeof scanState>;

/**
 * A scan of an identity document: both pictures are sent at once, so that none is stored before it was read
 * [2.10-25] to [2.10-28].
 */
export const idScanProof = defineProof({
  kind: 'id_scan',
  capability: 'signatureIdScan',
  triggers: ['svc-scan-id', 'svc-scan-id-basic', 'svc-scan-id-passport', 'svc-scan-id-passport-basic'],
  minutes: 60,
  maxAttempts: 15,
  maxStarts: 20,
  cooldownSeconds: 0,
  maxSucceeded: 1,
  isForPhone: true,
  state: scanState,
  startInput: z.object({}),
  async start(context) {
    const variant = variantOf(context.field);
    const state: ScanState = { ...variant, refusal: null, blobIds: [], holder: null };
    const reused = context.field === null ? await findReusableScan(context) : null;
    if (reused !== null) {
      const { blobIds, holder, result } = reused;
      // Its fields are filled by the first one.
      const own = { ...result, values: [], images: [] };
      return { kind: 'succeeded', state: { ...state, blobIds, holder }, result: own };
    }
    return { kind: 'pending', state };
  },
  receive: scanUpload,
  async cancel(context, state) {
    const others = await listOtherScans(context);
    // One that begins may reuse this scan. What it does not need is removed with the session.
    if (others.some(({ status, state: begun }) => status === 'pending' && begun === null)) return;
    const needed = new Set(
      others.filter(isSucceeded).flatMap((scan) => listBlobs(scanState.parse(scan.state))),
    );
    for (const blobId of listBlobs(state)) if (!needed.has(blobId)) await context.deps.blobs.remove(blobId);
  },
  listBlobs,
  describe: ({ isBasic, passportsOnly, refusal, holder }) => ({
    isBasic,
    passportsOnly,
    documentNumber: holder?.documentNumber ?? null,
    side: refusal?.side ?? null,
    reason: refusal?.reason ?? null,
  }),
});

async function scanUpload(
  context: ProofContext,
  state: ScanState,
  upload: ProofUpload,
): Promise<ProofOutcome<ScanState>> {
  const { deps } = context;
  const timeZone = await findTimeZone(deps.database.read, context.document.accountId);
  const today = dateIn(timeZone, context.now);
  const { passportsOnly } = state;
  const isBasic = state.isBasic && !needsPortrait(context);
  const answer = await scan(context, async () => {
    const pictures = splitPictures(await readAll(upload), upload.part);
    return { ...pictures, isBasic, passportsOnly, today };
  });
  if (answer.outcome === 'refused') {
    const { side, reason } = answer;
    return { kind: 'pending', state: { ...state, refusal: { side, reason } } };
  }
  const { values, images } = describeScan(context, answer);
  const stored = await storeScanImages(context, images);
  const blobIds = stored.map(({ blobId }) => blobId);
  return {
    kind: 'succeeded',
    state: { ...state, refusal: null, blobIds, holder: await holderOf(context, answer) },
    result: {
      values,
      facts: factsOf(answer, state),
      parts: {
        scan: {
          scannedAt: context.now,
          imageBlobId: stored.find(({ field }) => field === null)?.blobId ?? null,
        },
        identification: null,
      },
      attachments: [],
      images: stored.flatMap(({ field, blobId }) => (field === null ? [] : [{ field, blobId }])),
    },
  };
}

async function scan(
  { deps, signee, document }: ProofContext,
  readRequest: Parameters<IdScanner['scan']>[0],
): Promise<ScanAnswer> {
  if (deps.idScanner === null) throw new SigningError('proof_not_offered', { kind: 'id_scan' });
  try {
    return await deps.idScanner.scan(readRequest, {
      signeeId: signee.signeeId,
      accountId: document.accountId,
    });
  } catch (error) {
    if (error instanceof ScannerBusy) throw new SigningError('service_busy', {}, { cause: error });
    throw error;
  }
}

/** Of the document, without what identifies its holder. */
function factsOf(
  { identity }: Extract<ScanAnswer, { readonly outcome: 'read' }>,
  { isBasic }: ScanVariant,
): ProofResult['facts'] {
  const { isPassport, issuingState, documentNumber } = identity;
  return {
    document: isPassport ? 'passport' : 'identity_card',
    variant: isBasic ? 'basic' : 'full',
    issuingState,
    documentNumber: maskPersonalNumber(documentNumber),
  };
}

function listBlobs({ blobIds, holder }: ScanState): readonly string[] {
  return holder === null ? blobIds : [...blobIds, holder.portraitBlobId];
}

/** Of this signee: the scan of a field and the signature method may share images. */
async function listOtherScans({ deps, document, signee, proofId }: ProofContext): Promise<readonly Proof[]> {
  const proofs = await deps.database.read.proofs.listForSignee(document.documentId, signee.signeeId);
  return proofs.filter((proof) => proof.kind === 'id_scan' && proof.proofId !== proofId);
}

/** A complete scan of a form field that allows it serves the signature method too [D3-06]. They share its images. */
async function findReusableScan(
  context: ProofContext,
): Promise<(Pick<ScanState, 'blobIds' | 'holder'> & { readonly result: ProofResult }) | null> {
  const { deps, document, signee, fields, proofId } = context;
  const proofs = await deps.database.read.proofs.listForSignee(document.documentId, signee.signeeId);
  const session = proofs.find((proof) => proof.proofId === proofId)?.sessionHash;
  const reusable = proofs.find((proof) => {
    const field = fields.find(({ name }) => name === proof.field);
    const isAllowed =
      field?.attributes.some(({ name }) => name === 'svc-scanned-id-allow-in-signature') === true;
    const isOwn = proof.kind === 'id_scan' && proof.sessionHash === session;
    return isOwn && isAllowed && isSucceeded(proof) && !variantOf(field ?? null).isBasic;
  });
  if (reusable === undefined || !isSucceeded(reusable)) return null;
  const { blobIds, holder } = scanState.parse(reusable.state);
  return { result: reusable.result, blobIds, holder };
}

/** The holder of the document that the session's signee scanned last for the signature; null without a scan. */
export async function findScannedHolder({
  deps,
  document,
  signee,
  proofId,
}: ProofContext): Promise<ScannedHolder | null> {
  const proofs = await deps.database.read.proofs.listForSignee(document.documentId, signee.signeeId);
  const session = proofs.find((proof) => proof.proofId === proofId)?.sessionHash;
  const scan = proofs.findLast(
    (proof) =>
      proof.kind === 'id_scan' && proof.field === null && proof.sessionHash === session && isSucceeded(proof),
  );
  return scan === undefined ? null : scanState.parse(scan.state).holder;
}

/** Kept until the face was compared, for signees whose method needs that. */
async function holderOf(
  context: ProofContext,
  { identity, images }: Extract<ScanAnswer, { readonly outcome: 'read' }>,
): Promise<ScannedHolder | null> {
  const needsFace = methodOf(context.signee.signatureType).type === 'face_liveness';
  if (!needsFace || images.portrait === null) return null;
  const [stored] = await storeScanImages(context, [{ field: null, jpeg: images.portrait }]);
  const { firstName, lastName, personalNumber, documentNumber } = identity;
  return {
    documentNumber: maskPersonalNumber(documentNumber),
    fullName: `${firstName} ${lastName}`.trim(),
    personalNumber: personalNumber ?? '',
    portraitBlobId: stored?.blobId ?? '',
  };
}

async function readAll({ content }: ProofUpload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_PICTURES_BYTES) throw new SigningError('file_too_large', { max: MAX_PICTURES_BYTES });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function splitPictures(bytes: Buffer, part: string) {
  const length = Math.min(Number(PART.exec(part)?.[1] ?? bytes.length), bytes.length);
  const back = bytes.subarray(length);
  return { front: bytes.subarray(0, length), back: back.length === 0 ? null : back };
}
