import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { MAX_PICTURE_BYTES } from '../configuration/limits.ts';
import { SigningError } from '../errors.ts';
import { asUploadError } from '../files/upload-file.ts';
import {
  type HostedScanner,
  isHosted,
  type PictureScanner,
  type ScanAnswer,
  type ScanConditions,
  ScannerBusy,
} from '../ports/id-scanner.ts';
import { receiveScratch } from '../verification/file-verification.ts';
import {
  callProvider,
  defineProof,
  type ProofContext,
  type ProofOutcome,
  type ProofUpload,
} from './define-proof.ts';
import {
  acceptReturn,
  isReturnPending,
  listScanStateBlobs,
  mergeReturn,
  newReturn,
  returnDevice,
  returnInput,
  type ScannedHolder,
  type ScanState,
  scanState,
} from './hosted-session.ts';
import { completeScan, conditionsOf, isOfUnmatchedSides, needsFace, variantOf } from './id-scan-result.ts';
import { isSucceeded, type Proof, type ProofResult } from './proof.ts';

/** The page leads back to the device that it was started for. */
async function startHostedScan(
  context: ProofContext,
  scanner: HostedScanner,
  device: z.infer<typeof returnDevice>,
): Promise<Pick<ScanState, 'session' | 'returnNonce' | 'isReturned'>> {
  const { document, proofId } = context;
  const { returnUrl, ...binding } = newReturn(context, device);
  const { sessionId, url } = await callProvider(() =>
    scanner.start({ reference: proofId, returnUrl, language: document.language }),
  );
  return { session: { sessionId, url, provider: scanner.name }, ...binding };
}

/** A document that is not accepted ends the scan: the provider's session is over. */
async function pollHostedScan(context: ProofContext, state: ScanState): Promise<ProofOutcome<ScanState>> {
  const { deps, document } = context;
  const { idScanner: scanner } = deps;
  const { session } = state;
  if (session === null || isReturnPending(state)) return { kind: 'pending', state };
  if (scanner === null || !isHosted(scanner))
    throw new SigningError('proof_not_offered', { kind: 'id_scan' });
  const conditions = await conditionsOf(context, state);
  const answer = await callProvider(() => scanner.fetch(session.sessionId, conditions, document));
  switch (answer.outcome) {
    case 'pending':
      return { kind: 'pending', state };
    case 'read':
      return completeScan(context, state, answer);
    case 'refused':
    case 'failed':
      return { kind: 'failed', reason: answer.reason };
  }
}

const MAX_PICTURES_BYTES = 2 * MAX_PICTURE_BYTES;
/** `front:123456`: so many bytes are the front, the rest the back. */
const PART = /^front:(\d{1,9})$/;

/**
 * [2.10-25] to [2.10-28], by pictures or on a provider's page. Both pictures come at once, so that none is
 * stored before it was read.
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
  merge: mergeReturn<ScanState>,
  /** A phone sees nothing of the document. */
  startInput: z.object({ device: returnDevice }),
  async start(context, { device }) {
    const state: ScanState = {
      ...demandOf(context, context.deps),
      session: null,
      returnNonce: null,
      isReturned: false,
      refusal: null,
      blobIds: [],
      holder: null,
    };
    const reused = context.field === null ? await findReusableScan(context) : null;
    if (reused !== null) {
      const { blobIds, holder, result } = reused;
      // The first one fills its fields.
      const own = { ...result, values: [], images: [] };
      return { kind: 'succeeded', state: { ...state, blobIds, holder }, result: own };
    }
    const { idScanner: scanner } = context.deps;
    if (scanner === null || !isHosted(scanner)) return { kind: 'pending', state };
    return { kind: 'pending', state: { ...state, ...(await startHostedScan(context, scanner, device)) } };
  },
  /** The answer comes from the page of the provider. */
  answer: {
    input: returnInput,
    run: (context, state, { nonce }) =>
      acceptReturn(state, nonce, (returned) => pollHostedScan(context, returned)),
  },
  receive: { maxBytes: MAX_PICTURES_BYTES, run: scanUpload },
  poll: { seconds: 2, isWatched: ({ session }) => session !== null, run: pollHostedScan },
  async cancel(context, state) {
    const others = await listOtherScans(context);
    // A scan that begins may reuse this one, so it is left.
    if (others.some(({ status, state: begun }) => status === 'pending' && begun === null)) return;
    const needed = new Set(
      others.filter(isSucceeded).flatMap((scan) => listScanStateBlobs(scanState.parse(scan.state))),
    );
    for (const blobId of listScanStateBlobs(state))
      if (!needed.has(blobId)) await context.deps.blobs.remove(blobId);
  },
  listBlobs: listScanStateBlobs,
  introduce: (target, deps) => ({
    ...demandOf(target, deps),
    ...(deps.idScanner !== null && isHosted(deps.idScanner) && { provider: deps.idScanner.name }),
  }),
  describe: ({ isBasic, passportsOnly, isOneSided, session, refusal, holder }) => ({
    isBasic,
    passportsOnly,
    isOneSided,
    url: session?.url ?? null,
    provider: session?.provider ?? null,
    documentNumber: holder?.documentNumber ?? null,
    side: refusal?.side ?? null,
    reason: refusal?.reason ?? null,
  }),
});

/** For a face check one side is enough, because nothing shows that two sides belong together. */
function demandOf(
  { signee, field }: Pick<ProofContext, 'signee' | 'field'>,
  { idScanner }: Pick<ProofContext['deps'], 'idScanner'>,
): Pick<ScanState, 'isBasic' | 'passportsOnly' | 'isOneSided'> {
  const isHere = idScanner === null || !isHosted(idScanner);
  return { ...variantOf(field), isOneSided: isHere && field === null && needsFace({ signee }) };
}

async function scanUpload(
  context: ProofContext,
  state: ScanState,
  upload: ProofUpload,
): Promise<ProofOutcome<ScanState>> {
  // Another node or setting may have offered the provider.
  if (state.session !== null) throw new SigningError('proof_over', { status: 'pending' });
  const conditions = await conditionsOf(context, state);
  const scanned = await scanSpooled(context, upload, conditions);
  const answer = state.isOneSided ? refuseTwoSides(state, scanned) : scanned;
  if (answer.outcome === 'refused') {
    const { side, reason } = answer;
    return { kind: 'pending', state: { ...state, refusal: { side, reason } } };
  }
  return completeScan(context, state, answer);
}

/** Pictures wait on the disk for their turn, because slow connections would hold as many in memory. */
async function scanSpooled(
  context: ProofContext,
  { content, part }: ProofUpload,
  conditions: ScanConditions,
): Promise<ScanAnswer> {
  const path = await context.deps.blobs.scratchPath('part');
  try {
    await receiveScratch(content, path, MAX_PICTURES_BYTES);
    return await scan(context, async () => ({ ...splitPictures(await readFile(path), part), ...conditions }));
  } catch (error) {
    throw asUploadError(error);
  } finally {
    await rm(path, { force: true });
  }
}

/** A face on the front and a name on the back may be of two people. */
function refuseTwoSides(state: ScanState, answer: ScanAnswer): ScanAnswer {
  const hasTwo =
    answer.outcome === 'read' ? isOfUnmatchedSides(answer, state) : answer.reason === 'back_missing';
  return hasTwo ? { outcome: 'refused', side: 'front', reason: 'two_sides' } : answer;
}

async function scan(
  { deps, signee, document }: ProofContext,
  readRequest: Parameters<PictureScanner['scan']>[0],
): Promise<ScanAnswer> {
  const { idScanner: scanner } = deps;
  if (scanner === null || isHosted(scanner)) throw new SigningError('proof_not_offered', { kind: 'id_scan' });
  try {
    return await scanner.scan(readRequest, {
      signeeId: signee.signeeId,
      accountId: document.accountId,
    });
  } catch (error) {
    if (error instanceof ScannerBusy) throw new SigningError('service_busy', {}, { cause: error });
    throw error;
  }
}

/** The scan of a field and the signature method may share images. */
async function listOtherScans({ deps, document, signee, proofId }: ProofContext): Promise<readonly Proof[]> {
  const proofs = await deps.database.read.proofs.listForSignee(document.documentId, signee.signeeId);
  return proofs.filter((proof) => proof.kind === 'id_scan' && proof.proofId !== proofId);
}

/** Finds a scan of a form field whose attribute allows reuse, for the signature method too [D3-06]. */
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
  if (holder === null && needsFace(context)) return null;
  return { result: reusable.result, blobIds, holder };
}

/** Finds the holder of the last scan for the signature. */
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

function splitPictures(bytes: Buffer, part: string) {
  const length = Math.min(Number(PART.exec(part)?.[1] ?? bytes.length), bytes.length);
  const back = bytes.subarray(length);
  return { front: bytes.subarray(0, length), back: back.length === 0 ? null : back };
}
