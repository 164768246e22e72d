import { z } from 'zod';
import { type DocumentState, documentState, type PreparedView } from '../documents/document.ts';
import type { KeptProof } from '../proofs/proof.ts';
import { type WebhookEvent, webhookEvent } from '../webhooks/webhook.ts';
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

/** What a webhook delivery sends. */
export const storedEvent = defineStoredState<WebhookEvent>('event', webhookEvent, []);

/** Encrypted. */
export const storedKeptProof = defineStoredState<KeptProof['content']>(
  'kept proof',
  z.record(z.string(), z.string().nullable()),
  [],
);

/** Raise it with every change of the members of `PreparedView` and `FormField`. */
const VERSION = 1;

/** No upgrade steps: another version is read from the prepared PDF again. */
export const storedView = {
  encode: (view: PreparedView) => ({ version: VERSION, ...view }),

  /** Null for another version; without a version it is the first. */
  decode(stored: { readonly version?: number } & PreparedView): PreparedView | null {
    const { version = 1, ...view } = stored;
    return version === VERSION ? view : null;
  },
};
