import { type DocumentState, documentState } from '../documents/document.ts';
import { defineStoredState, type UpgradeStep } from './stored-state.ts';

/** It names the method of a signature and has no absent members. */
const toVersion2: UpgradeStep = (document) => ({
  sealings: [],
  ...document,
  signees: asList(document.signees).map((signee) => ({
    operatedTriggers: [],
    ...signee,
    signature: isMembers(signee.signature) ? upgradeSignature(signee.signature, signee.signatureType) : null,
  })),
});

function upgradeSignature({ ink, ...signature }: Members, method: unknown): Members {
  return { consent: null, attachments: [], ...signature, method, ink: upgradeInk(ink) };
}

/** Always of ink. */
function upgradeInk(ink: unknown): Members {
  const { kind, blobId, typedName, font = null } = isMembers(ink) ? ink : {};
  return kind === 'drawn' ? { kind, blobId } : { kind, typedName, font };
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function asList(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/**
 * A change of `documentState` that stored documents do not match needs a further step here and a row of the
 * old version in its test (docs/decisions/0025).
 */
export const storedDocument = defineStoredState<DocumentState>('document', documentState, [toVersion2]);
