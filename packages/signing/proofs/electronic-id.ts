import type { FieldValue } from '@countersign/toolkit';
import { z } from 'zod';
import type { DocumentState, Signee } from '../documents/document.ts';
import { hashSignedContent, preparedHashOf } from '../documents/signed-content.ts';
import { SigningError } from '../errors.ts';
import { fieldValue } from '../methods/signature-parts.ts';
import { ELECTRONIC_ID_DEVICES } from '../ports/electronic-id.ts';
import { defineProof, type ProofContext, type ProofOutcome } from './define-proof.ts';
import {
  advanceOrder,
  cancelOrder,
  describeIdentity,
  describeOrder,
  hashSignature,
  introduceProvider,
  isOnePerson,
  mergeOrders,
  ORDER_LIMITS,
  type OrderStep,
  orderState,
  POLL_SECONDS,
  startOrder,
} from './electronic-id-order.ts';
import { checkEnteredValues } from './field-value.ts';
import { EMPTY_RESULT, type Proof, type ProofResult, sandboxFact } from './proof.ts';

const KIND = 'electronic_id';

const state = orderState.extend({
  contentSha256: z.string(),
});
type State = z.infer<typeof state>;

const startInput = z.object({
  device: z.enum(ELECTRONIC_ID_DEVICES),
  /** The values are sent with the signature. */
  values: z.array(fieldValue),
});

/** What is signed names the document, its hash and the values entered [1-07]. */
export const electronicId = defineProof({
  ...ORDER_LIMITS,
  kind: KIND,
  capability: 'signatureBankId',
  triggers: [],
  state,
  merge: mergeOrders<State>,
  startInput,
  listEntered: ({ values }: z.infer<typeof startInput>, fields) => checkEnteredValues(fields, values),
  async start(context: ProofContext, { device, values }: z.infer<typeof startInput>) {
    const { deps, document, signee, sessionHash } = context;
    const { read } = deps.database;
    const proofs = (await read.proofs.listForSession(sessionHash)).filter(
      ({ signeeId }) => signeeId === signee.signeeId,
    );
    const content = hashSignedContent(document, preparedHashOf(document), signee, values, resultsOf(proofs));
    const visibleText = deps.messages.electronicIdText(document.language, {
      documentName: document.name,
      fileSha256: content.fileSha256,
      companyName: null,
    });
    const step = await startOrder(context, {
      purpose: 'sign',
      device,
      visibleText,
      hiddenText: describeHidden(document, signee, content.fileSha256, content.contentSha256),
    });
    return outcomeOf(step, content);
  },
  answer: {
    input: z.record(z.string(), z.string()),
    run: async (context: ProofContext, current: State, input) =>
      outcomeOf(await advanceOrder(context, current, input), current),
  },
  poll: {
    seconds: POLL_SECONDS,
    run: async (context: ProofContext, current: State) =>
      outcomeOf(await advanceOrder(context, current), current),
  },
  cancel: cancelOrder,
  keep: ({ identity }: State) => identity,
  introduce: (_, { electronicId: provider }) => introduceProvider(provider),
  describe: (current: State, entered) => ({ ...describeOrder(current), values: entered }),
});

function outcomeOf(step: OrderStep, { contentSha256 }: Pick<State, 'contentSha256'>): ProofOutcome<State> {
  if (step.kind === 'failed') return step;
  const order = { ...step.order, contentSha256 };
  if (step.kind === 'pending') return { kind: 'pending', state: order, isOutage: step.isOutage === true };
  const { provider, isSandbox } = step.order;
  const facts = { provider, contentSha256, ...sandboxFact(isSandbox), ...hashSignature(step.identity) };
  const parts = { identification: describeIdentity(step.order, step.identity) };
  return { kind: 'succeeded', state: order, result: { ...EMPTY_RESULT, facts, parts } };
}

/** Describes the signature for programs. A further member does not change the meaning of the others. */
function describeHidden(
  { documentId }: DocumentState,
  { signeeId }: Signee,
  fileSha256: string,
  contentSha256: string,
): string {
  return JSON.stringify({ documentId, signeeId, fileSha256, contentSha256 });
}

function resultsOf(proofs: readonly Proof[]): readonly ProofResult[] {
  return proofs
    .filter(({ kind }) => kind !== KIND)
    .flatMap(({ status, result }) => (status === 'succeeded' && result) || []);
}

/**
 * Throws `identification_outdated` for other values, attachments or PDF than were signed by e-ID, or if
 * another person did another check.
 */
export function requireSignedContent(
  { document, signee }: { readonly document: DocumentState; readonly signee: Signee },
  fileSha256: string,
  proofs: readonly Proof[],
  values: readonly FieldValue[],
): void {
  if (!isOnePerson(proofs)) throw new SigningError('identification_outdated');
  const signed = proofs.find(({ kind, status }) => kind === KIND && status === 'succeeded');
  if (signed === undefined) return;
  const { contentSha256 } = hashSignedContent(document, fileSha256, signee, values, resultsOf(proofs));
  if (signed.result?.facts.contentSha256 !== contentSha256) throw new SigningError('identification_outdated');
}
