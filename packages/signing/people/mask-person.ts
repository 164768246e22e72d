import { hashSecret } from '@countersign/base';
import { placeOf } from '../configuration/stored-configuration.ts';
import type { SigningDeps } from '../deps.ts';
import type { Decision } from '../documents/audited-decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { listSignatureBlobs, type Signature } from '../methods/methods.ts';

type IsTheirs = (contact: {
  readonly emailAddress?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
}) => boolean;

type Cause = Required<Pick<Decision['entries'][number], 'userId' | 'details'>>;

const NO_INK = { kind: 'typed', typedName: '', font: null } as const;

/**
 * Leaves of these signees who signed when and how, and takes the person out of `copies` and `replyTo`. The sealed file is not touched.
 * Their link ends, and a job removes what they uploaded.
 */
export function maskInDocument(
  { ids }: Pick<SigningDeps, 'ids'>,
  document: DocumentState,
  signeeIds: readonly string[],
  isTheirs: IsTheirs,
  { userId, details }: Cause,
): Decision {
  const { documentId, copies, replyTo, declined, publicLink } = document;
  const isMasked = ({ signeeId }: Pick<Signee, 'signeeId'>) => signeeIds.includes(signeeId);
  const blobIds = document.signees
    .filter(isMasked)
    .flatMap(({ signature }) => (signature === null ? [] : listSignatureBlobs(signature)));
  const masked: DocumentState = {
    ...document,
    signees: document.signees.map((signee) => (isMasked(signee) ? maskSignee(signee, ids.secret()) : signee)),
    ...(copies && { copies: withoutTheirs(copies, isTheirs) }),
    ...(isTheirs({ emailAddress: replyTo }) && { replyTo: undefined }),
    ...(declined && isMasked(declined) && { declined: { ...declined, reason: '' } }),
    ...(publicLink && signeeIds.length > 0 && { publicLink: { ...publicLink, contacts: [] } }),
  };
  return {
    document: masked,
    entries: [{ type: 'document.person_erased', userId, details: { ...details, signeeIds } }],
    jobs: blobIds.length === 0 ? [] : [{ name: 'remove-proof-blobs', documentId, blobIds }],
  };
}

function withoutTheirs(copies: NonNullable<DocumentState['copies']>, isTheirs: IsTheirs) {
  return copies
    .map((copy, index) => ({ ...copy, place: placeOf(copy, index) }))
    .filter((copy) => !isTheirs(copy));
}

function maskSignee(signee: Signee, token: string): Signee {
  const {
    printedName: _printed,
    phoneNumberDeliveryMethod: _method,
    recipientLinks: _links,
    openedFrom: _addresses,
    deliveries: _deliveries,
    ...kept
  } = signee;
  return {
    ...kept,
    fullName: '',
    emailAddress: null,
    phoneNumber: null,
    token,
    tokenHash: hashSecret(token),
    operatedTriggers: [],
    signature: kept.signature && maskSignature(kept.signature),
  };
}

/** The salt goes too, so that values cannot be tried against the hash in the trail. */
function maskSignature(signature: Signature): Signature {
  const { scannedImages: _images, proofs: _proofs, ...kept } = signature;
  const masked = {
    ...kept,
    ipAddress: '',
    userAgent: '',
    values: [],
    enteredFields: [],
    attachments: [],
    shown: { ...kept.shown, salt: '' },
    ...('ink' in kept && { ink: NO_INK }),
    ...('initials' in kept && kept.initials !== undefined && { initials: NO_INK }),
    ...('scan' in kept && { scan: { ...kept.scan, imageBlobId: null } }),
    ...('identification' in kept &&
      kept.identification !== null && {
        identification: { ...kept.identification, fullName: '', personalNumber: null },
      }),
  };
  // Each method keeps its parts, which the compiler cannot see through the conditions.
  return masked as Signature;
}

interface People {
  readonly signeeDetails?: readonly Parameters<IsTheirs>[0][] | undefined;
  readonly copies?: readonly Parameters<IsTheirs>[0][] | undefined;
  readonly replyTo?: string | undefined;
}

/** Returns null if the person is not in it. */
export function maskInSaved<Configuration extends object>(
  configuration: Configuration,
  isTheirs: IsTheirs,
): { readonly configuration: Configuration; readonly isOnlyParty: boolean } | null {
  // Slots of links have no contacts; the other configurations have these members.
  const { signeeDetails = [], copies, replyTo } = configuration as People;
  const getsReplies = isTheirs({ emailAddress: replyTo });
  const theirs = signeeDetails.filter(isTheirs);
  if (theirs.length === 0 && !copies?.some(isTheirs) && !getsReplies) return null;
  const masked = {
    ...configuration,
    ...(theirs.length > 0 && {
      signeeDetails: signeeDetails.map((entry) => (isTheirs(entry) ? withoutContact(entry) : entry)),
    }),
    ...(copies && { copies: copies.filter((copy) => !isTheirs(copy)) }),
    ...(getsReplies && { replyTo: undefined }),
  };
  return { configuration: masked, isOnlyParty: theirs.length > 0 && theirs.length === signeeDetails.length };
}

function withoutContact(entry: Parameters<IsTheirs>[0] & { readonly fullName?: unknown }) {
  const { emailAddress: _email, phoneNumber: _phone, fullName: _name, ...kept } = entry;
  return kept;
}
