import { z } from 'zod';
import { type DocumentState, documentState, type PreparedView } from '../documents/document.ts';
import type { KeptProof } from '../proofs/proof.ts';
import { type WebhookEvent, webhookEvent } from '../webhooks/webhook.ts';
import { defineStoredState } from './stored-state.ts';

/**
 * A change of `documentState` that stored documents do not match needs a further step here and a row of the
 * old version in its test (docs/decisions/0025).
 */
export const storedDocument = defineStoredState<DocumentState>('document', documentState, []);

/** What a webhook delivery sends. */
export const storedEvent = defineStoredState<WebhookEvent>('event', webhookEvent, []);

/** The state is encrypted. */
export const storedKeptProof = defineStoredState<KeptProof['content']>(
  'kept proof',
  z.record(z.string(), z.string().nullable()),
  [],
);

/** Raise it with every change of the members of `PreparedView` and `FormField`. */
const VERSION = 1;

/** There are no upgrade steps: a view of another version is read from the prepared PDF again. */
export const storedView = {
  encode: (view: PreparedView) => ({ version: VERSION, ...view }),

  /** Returns null for another version. */
  decode({ version, ...view }: { readonly version: number } & PreparedView): PreparedView | null {
    return version === VERSION ? view : null;
  },
};
