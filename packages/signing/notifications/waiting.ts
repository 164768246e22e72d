import { type Caller, recordEvent, requireManager } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { storeDecision } from '../documents/decision.ts';
import { recordReseal } from '../documents/delay-sealing.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { findVisibleDocument, isVisibleTo } from '../documents/find-document.ts';
import { SigningError } from '../errors.ts';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import type { WaitingItem } from '../ports/waiting.ts';
import { enqueueDelivery } from '../webhooks/deliveries.ts';
import { DELIVERY_STOPPED } from '../webhooks/webhook.ts';
import type { MessageChannel } from './channels.ts';
import { findCopy } from './send-copy.ts';
import { decideDelivery } from './send-message.ts';

/** An item with what the caller may know of it: a colleague's document that is not shared has no names. */
export interface ShownWaiting {
  readonly item: WaitingItem;
  readonly documentName: string | null;
  /** What the message is, such as `invitation`; null for others than messages. */
  readonly message: string | null;
  readonly channel: MessageChannel | null;
  readonly recipient: { readonly fullName: string; readonly address: string | null } | null;
}

type WaitingDeps = Pick<SigningDeps, 'database' | 'ids' | 'clock'>;

/** Lists what failed in the account, the oldest first. Throws `role_missing`. */
async function listWaiting(
  { database }: WaitingDeps,
  caller: Caller,
  query: PageQuery,
): Promise<Page<ShownWaiting>> {
  await requireManager(database.read, caller);
  const page = await readPage(query, (range) => database.read.waiting.list(caller.accountId, range));
  return { ...page, items: await showAll(database.read, caller, page.items) };
}

/** Lists what failed of one document. Throws `document_not_found`, `not_yours`. */
async function listWaitingOfDocument(
  { database }: WaitingDeps,
  caller: Caller,
  documentId: string,
  query: PageQuery,
): Promise<Page<ShownWaiting>> {
  await findVisibleDocument(database.read, caller, documentId);
  const page = await readPage(query, (range) =>
    database.read.waiting.list(caller.accountId, { ...range, documentId }),
  );
  return { ...page, items: await showAll(database.read, caller, page.items) };
}

async function showAll(
  stores: ReadStores,
  caller: Caller,
  items: readonly WaitingItem[],
): Promise<readonly ShownWaiting[]> {
  const ids = [...new Set(items.flatMap(({ documentId }) => documentId ?? []))];
  const documents = new Map<string, DocumentState>();
  for (const documentId of ids) {
    const document = await stores.documents.find(documentId);
    if (document !== null && isVisibleTo(document, caller.userId)) documents.set(documentId, document);
  }
  const shown: ShownWaiting[] = [];
  for (const item of items) {
    const document = documents.get(item.documentId ?? '') ?? null;
    shown.push({ item, documentName: document?.name ?? null, ...(await describe(stores, item, document)) });
  }
  return shown;
}

const NO_MESSAGE = { message: null, channel: null, recipient: null };

async function describe(
  stores: ReadStores,
  { kind, about }: WaitingItem,
  document: DocumentState | null,
): Promise<Pick<ShownWaiting, 'message' | 'channel' | 'recipient'>> {
  if (kind !== 'message') return NO_MESSAGE;
  switch (about.name) {
    case 'send-message':
      return {
        message: about.message,
        channel: about.channel,
        recipient: await findRecipient(stores, document, about.to, about.channel),
      };
    case 'send-copy':
      return { message: 'copy', channel: 'email', recipient: recipientOfCopy(document, about) };
    case 'send-user-invitation': {
      const user = await stores.accounts.findUser(about.userId);
      const recipient = user && { fullName: user.fullName, address: user.emailAddress };
      return { message: 'user_invitation', channel: 'email', recipient };
    }
    case 'send-webhook-disabled':
      return { ...NO_MESSAGE, message: 'webhook_disabled', channel: 'email' };
    default:
      return { ...NO_MESSAGE, message: about.name === 'send-failed' ? 'failed' : 'completed' };
  }
}

async function findRecipient(
  { accounts }: ReadStores,
  document: DocumentState | null,
  to: string,
  channel: MessageChannel,
): Promise<ShownWaiting['recipient']> {
  if (document === null) return null;
  if (to === 'owner') {
    const owner = await accounts.findUser(document.userId);
    return owner && { fullName: owner.fullName, address: owner.emailAddress };
  }
  const signee = document.signees.find(({ signeeId }) => signeeId === to);
  return signee === undefined ? null : { fullName: signee.fullName, address: addressOf(signee, channel) };
}

function addressOf({ emailAddress, phoneNumber }: Signee, channel: MessageChannel): string | null {
  return channel === 'email' ? emailAddress : phoneNumber;
}

function recipientOfCopy(document: DocumentState | null, about: object): ShownWaiting['recipient'] {
  if (document === null || !('copy' in about)) return null;
  const copy = findCopy(document, Number(about.copy));
  return copy === undefined ? null : { fullName: copy.fullName ?? '', address: copy.emailAddress };
}

/** Tries an item at once. Throws `role_missing`, `waiting_not_found`. */
function retryWaiting(deps: WaitingDeps, caller: Caller, waitingId: string): Promise<void> {
  return change(deps, caller, waitingId, 'waiting.retried', async (stores, item) => {
    switch (item.kind) {
      case 'message':
        // A job that runs is being tried already.
        await stores.waiting.retryJob(item.waitingId);
        return;
      case 'webhook':
        return beginDeliveryAnew(stores, item.waitingId, deps);
      case 'seal':
        return reseal(deps, stores, caller, item.waitingId);
    }
  });
}

async function beginDeliveryAnew(
  stores: Stores,
  deliveryId: string,
  { clock }: Pick<SigningDeps, 'clock'>,
): Promise<void> {
  const found = await lockDelivery(stores, deliveryId);
  const delivery = { ...found, status: 'pending' as const, attempts: 0, updatedAt: clock.now() };
  await stores.webhooks.updateDelivery(delivery);
  await enqueueDelivery(stores, delivery);
}

async function reseal(deps: WaitingDeps, stores: Stores, caller: Caller, documentId: string): Promise<void> {
  const document = await stores.documents.lock(documentId);
  if (document?.accountId !== caller.accountId) throw new SigningError('waiting_not_found');
  const decision = recordReseal(document, caller.userId, deps.clock.now());
  await storeDecision(stores, document, decision, deps);
}

/**
 * Gives an item up. Throws `role_missing`, `waiting_not_found`, `waiting_is_running`, or `waiting_not_stoppable` for a
 * seal, which ends with its document only.
 */
function stopWaiting(deps: WaitingDeps, caller: Caller, waitingId: string): Promise<void> {
  return change(deps, caller, waitingId, 'waiting.stopped', async (stores, item) => {
    switch (item.kind) {
      case 'message':
        if (!(await stores.waiting.cancelJob(waitingId))) throw new SigningError('waiting_is_running');
        return recordStop(deps, stores, item.about);
      case 'webhook': {
        const delivery = await lockDelivery(stores, waitingId);
        const stopped = { status: 'dead', lastError: DELIVERY_STOPPED, lastStatus: null } as const;
        return stores.webhooks.updateDelivery({ ...delivery, ...stopped, updatedAt: deps.clock.now() });
      }
      case 'seal':
        throw new SigningError('waiting_not_stoppable');
    }
  });
}

/** The document says that the person was not reached, as it does when the last attempt failed. */
async function recordStop(
  deps: WaitingDeps,
  stores: Stores,
  about: Extract<WaitingItem, { kind: 'message' }>['about'],
): Promise<void> {
  if (about.name !== 'send-message') return;
  const document = await stores.documents.lock(about.documentId);
  if (document === null) return;
  const recipient = { ...about, signeeId: about.to };
  const decision = decideDelivery(document, recipient, 'provider_unavailable', deps.clock.now());
  if (decision !== null) await storeDecision(stores, document, decision, deps);
}

/** Webhooks are locked before their deliveries. */
async function lockDelivery(stores: Stores, deliveryId: string) {
  const found = await stores.webhooks.findDelivery(deliveryId);
  await stores.webhooks.lock(found?.webhookId ?? '');
  const delivery = await stores.webhooks.findDelivery(deliveryId);
  if (delivery === null) throw new SigningError('waiting_not_found');
  return delivery;
}

function change(
  deps: WaitingDeps,
  caller: Caller,
  waitingId: string,
  type: 'waiting.retried' | 'waiting.stopped',
  act: (stores: Stores, item: WaitingItem) => Promise<void>,
): Promise<void> {
  return deps.database.transact(async (stores) => {
    await requireManager(stores, caller);
    const item = await stores.waiting.find(caller.accountId, waitingId);
    if (item === null) throw new SigningError('waiting_not_found');
    await act(stores, item);
    const details = { kind: item.kind, ...(item.kind === 'message' && { job: item.about.name }) };
    await recordEvent(deps, stores, caller, { type, subjectId: item.documentId ?? waitingId, details });
  });
}

export const waitingOperations = {
  list: listWaiting,
  listOfDocument: listWaitingOfDocument,
  retry: retryWaiting,
  stop: stopWaiting,
};
