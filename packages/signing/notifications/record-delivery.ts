import { changeDocument, type Decision, replaceSignee } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import type { DeliveryFailure, DeliveryReport, MessageChannel } from '../ports/notifier.ts';
import type { SigningDeps } from '../signing.ts';

interface Recipient {
  readonly documentId: string;
  readonly signeeId: string;
  readonly channel: MessageChannel;
}

/** Ignored for the owner and for removed signees. */
export async function recordDelivery(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  recipient: Recipient,
  failure: DeliveryFailure | null,
): Promise<void> {
  await changeDocument(deps, recipient.documentId, (document) =>
    decideDelivery(document, recipient, failure, deps.clock.now()),
  );
}

/** Repeated reports change nothing. */
export function reportDelivery(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  report: DeliveryReport,
): Promise<void> {
  return recordDelivery(deps, report, report.failure);
}

function decideDelivery(
  document: DocumentState,
  { signeeId, channel }: Recipient,
  failure: DeliveryFailure | null,
  now: Date,
): Decision | null {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee === undefined) return null;
  const { deliveries = [] } = signee;
  const last = deliveries.find((delivery) => delivery.channel === channel);
  if (last !== undefined && last.failure === failure) return null;
  const others = deliveries.filter((delivery) => delivery !== last);
  const changes = { deliveries: [...others, { channel, failure, at: now }] };
  return {
    document: { ...document, signees: replaceSignee(document, signeeId, changes) },
    jobs: [],
    entries: [
      failure === null
        ? { type: 'document.message_delivered', details: { signeeId, channel } }
        : { type: 'document.message_failed', details: { signeeId, channel, failure } },
    ],
  };
}
