import { maskPersonalNumber } from '../documents/mask-personal-number.ts';
import { methodOf } from '../methods/methods.ts';
import type { ScanAnswer } from '../ports/id-scanner.ts';
import type { ProofContext, ProofOutcome } from './define-proof.ts';
import { describeScan } from './id-scan-fields.ts';
import type { ScannedHolder, ScanState } from './id-scan-state.ts';
import type { ProofResult } from './proof.ts';
import { storeScanImages } from './scan-images.ts';

type ReadAnswer = Extract<ScanAnswer, { readonly outcome: 'read' }>;

/** By pictures or at a provider. */
export async function completeScan(
  context: ProofContext,
  state: ScanState,
  answer: ReadAnswer,
): Promise<ProofOutcome<ScanState>> {
  const { values, images } = describeScan(context, answer);
  const stored = await storeScanImages(context, images);
  const blobIds = stored.map(({ blobId }) => blobId);
  return {
    kind: 'succeeded',
    state: { ...state, refusal: null, blobIds, holder: await holderOf(context, state, answer) },
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

/** The number is masked; the name is compared with the signee's [D12-05]. */
function factsOf(answer: ReadAnswer, state: ScanState): ProofResult['facts'] {
  const { isPassport, issuingState, documentNumber, firstName, lastName } = answer.identity;
  const { isBasic, session } = state;
  return {
    document: isPassport ? 'passport' : 'identity_card',
    variant: isBasic ? 'basic' : 'full',
    issuingState,
    documentNumber: maskPersonalNumber(documentNumber),
    fullName: `${firstName} ${lastName}`.trim(),
    ...(session !== null && { provider: session.provider }),
    ...(isOfUnmatchedSides(answer, state) && { sides: 'unmatched' }),
  };
}

/** Until the face was compared, if the method needs that. */
async function holderOf(
  context: ProofContext,
  state: ScanState,
  answer: ReadAnswer,
): Promise<ScannedHolder | null> {
  const { identity, images } = answer;
  if (!needsFace(context) || images.portrait === null || isOfUnmatchedSides(answer, state)) return null;
  const [stored] = await storeScanImages(context, [{ field: null, jpeg: images.portrait }]);
  const { firstName, lastName, personalNumber, documentNumber } = identity;
  return {
    documentNumber: maskPersonalNumber(documentNumber),
    fullName: `${firstName} ${lastName}`.trim(),
    personalNumber: personalNumber ?? '',
    portraitBlobId: stored?.blobId ?? '',
  };
}

/** For a face check. */
export function needsFace({ signee }: Pick<ProofContext, 'signee'>): boolean {
  return methodOf(signee.signatureType).type === 'face_liveness';
}

/** A provider checks that the sides are of one document; pictures show nothing. */
export function isOfUnmatchedSides({ images }: ReadAnswer, { session }: ScanState): boolean {
  return session === null && images.documentRear !== null;
}
