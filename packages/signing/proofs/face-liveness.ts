import { z } from 'zod';
import { SigningError } from '../errors.ts';
import { readSmallBlob } from '../files/pdf-blobs.ts';
import { identificationOf } from '../methods/signature-parts.ts';
import { BlobMissing } from '../ports/blob-store.ts';
import type { FaceCheckProvider } from '../ports/providers.ts';
import { callProvider, defineProof, type ProofContext, type ProofOutcome } from './define-proof.ts';
import {
  acceptReturn,
  isReturnPending,
  mergeReturn,
  newReturn,
  returnBinding,
  returnDevice,
  returnInput,
  type ScannedHolder,
  scannedHolder,
} from './hosted-session.ts';
import { findScannedHolder } from './id-scan.ts';
import { EMPTY_RESULT, sandboxFact } from './proof.ts';

const faceState = returnBinding.extend({
  sessionId: z.string(),
  url: z.string().nullable(),
  isSandbox: z.boolean(),
  holder: scannedHolder,
});
type FaceState = z.infer<typeof faceState>;

/** [1-09] For every signature, also if the scan was made for a field [D3-07]. */
export const faceLivenessProof = defineProof({
  kind: 'face_liveness',
  capability: 'signatureFaceLiveness',
  triggers: [],
  minutes: 30,
  maxAttempts: 10,
  maxStarts: 5,
  cooldownSeconds: 0,
  maxSucceeded: 1,
  restsOn: 'id_scan',
  isForPhone: true,
  state: faceState,
  merge: mergeReturn<FaceState>,
  /** A phone sees nothing of the document. */
  startInput: z.object({ device: returnDevice }),
  async start(context, { device }) {
    const { proofId, document } = context;
    const holder = await findScannedHolder(context);
    if (holder === null) throw new SigningError('proof_missing', { kind: 'id_scan' });
    const provider = requireProvider(context);
    const portrait = await readPortrait(context, holder);
    const { returnUrl, ...binding } = newReturn(context, device);
    const started = await callProvider(() =>
      provider.start({ reference: proofId, portrait, language: document.language, returnUrl }),
    );
    // The sandbox has none.
    const bound = started.url === null ? { returnNonce: null, isReturned: false } : binding;
    return { kind: 'pending', state: { ...started, ...bound, isSandbox: provider.isSandbox, holder } };
  },
  /** The sandbox sends the outcome; from the page of a provider, the browser comes back with none. */
  answer: {
    input: z.union([returnInput, z.object({ outcome: z.enum(['passed', 'failed']) })]),
    async run(context, state, input) {
      if ('nonce' in input)
        return acceptReturn(state, input.nonce, (returned) => askProvider(context, returned));
      const { outcome } = input;
      const provider = requireProvider(context);
      if (!state.isSandbox || !provider.isSandbox)
        throw new SigningError('proof_over', { status: 'pending' });
      if (outcome === 'failed') return { kind: 'failed', reason: 'face_not_matched' };
      return succeed(context, state, provider, null);
    },
  },
  poll: {
    seconds: 2,
    isWatched: ({ isSandbox }) => !isSandbox,
    run: askProvider,
  },
  describe: ({ url, isSandbox, holder }) => ({ url, isSandbox, documentNumber: holder.documentNumber }),
});

async function askProvider(context: ProofContext, state: FaceState): Promise<ProofOutcome<FaceState>> {
  if (isReturnPending(state)) return { kind: 'pending', state };
  const provider = requireProvider(context);
  const result = await callProvider(() => provider.fetch(state.sessionId));
  if (result.status === 'failed') return { kind: 'failed', reason: result.reason };
  if (result.status === 'pending') return { kind: 'pending', state };
  return succeed(context, state, provider, result.score);
}

/** Removed after a match; who takes that back scans the document again. */
async function readPortrait({ deps }: ProofContext, { portraitBlobId }: ScannedHolder): Promise<Uint8Array> {
  try {
    return await readSmallBlob(deps.blobs, portraitBlobId);
  } catch (cause) {
    if (!(cause instanceof BlobMissing)) throw cause;
    throw new SigningError('proof_missing', { kind: 'id_scan' }, { cause });
  }
}

function requireProvider({ deps }: ProofContext): FaceCheckProvider {
  if (deps.faceCheck === null) throw new SigningError('proof_not_offered', { kind: 'face_liveness' });
  return deps.faceCheck;
}

async function succeed(
  { deps }: ProofContext,
  state: FaceState,
  provider: FaceCheckProvider,
  score: number | null,
): Promise<ProofOutcome<FaceState>> {
  await deps.blobs.remove(state.holder.portraitBlobId);
  const { fullName, personalNumber, documentNumber }: Omit<ScannedHolder, 'portraitBlobId'> = state.holder;
  return {
    kind: 'succeeded',
    state,
    result: {
      ...EMPTY_RESULT,
      facts: {
        provider: provider.name,
        documentNumber,
        ...sandboxFact(provider.isSandbox),
        ...(score !== null && { score: score.toFixed(2) }),
      },
      parts: {
        identification: identificationOf({
          provider: provider.name,
          isSandbox: provider.isSandbox,
          fullName,
          personalNumber,
        }),
      },
    },
  };
}
