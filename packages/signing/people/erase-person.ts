import { appendEvent, BY_OPERATOR, type Caller, type User } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { removeSigneesProofs, storeDecision } from '../documents/decision.ts';
import { isUnsealed } from '../documents/delay-sealing.ts';
import { type DocumentState, isUnstarted } from '../documents/document.ts';
import type { Stores } from '../ports/database.ts';
import type { MentioningKind } from '../ports/removal.ts';
import { recordErasure } from '../remove-content.ts';
import { listMentions, matcherOf, requireAddress, type SoughtPerson } from './find-mentions.ts';
import { maskInDocument, maskInSaved } from './mask-person.ts';

/**
 * Why something stays. `in_progress`: others sign it still; `waits_for_seal`: everybody has signed, and it is not sealed;
 * `sealed_file`: others have the same contract; `prepared_file`: what others were to sign; `identification`: evidence that is kept encrypted; `audit_trail`: ids, IP
 * addresses and browsers (docs/decisions/0020); `account_log`: kept for 400 days; `active_user`: somebody who works there.
 */
export const STAY_REASONS = [
  'in_progress',
  'waits_for_seal',
  'sealed_file',
  'prepared_file',
  'identification',
  'audit_trail',
  'account_log',
  'active_user',
] as const;
export type StayReason = (typeof STAY_REASONS)[number];

export const ERASURE_KINDS = ['document', 'draft', 'template', 'link', 'user'] as const;
export const ERASURE_OUTCOMES = ['removed', 'masked', 'kept'] as const;

/** What was done in one place. Nothing in it names the person. */
export interface ErasedItem {
  readonly accountId: string;
  readonly kind: (typeof ERASURE_KINDS)[number];
  readonly id: string;
  readonly outcome: (typeof ERASURE_OUTCOMES)[number];
  readonly stays: readonly StayReason[];
}

export type ErasureDeps = Pick<SigningDeps, 'database' | 'ids' | 'clock'>;

export interface Erasure extends SoughtPerson {
  /** It is null for the operator. */
  readonly caller: Caller | null;
}

const NAMES = { documents: 'document', drafts: 'draft', templates: 'template', links: 'link' } as const;

/**
 * Removes the documents whose only party the person is, masks them in others, and returns what it did and what stays. The
 * caller decides who may ask for it. It may be killed anywhere: each place is changed and recorded in one transaction, and
 * the next run does the rest. Throws `invalid_request` for what is not an address.
 */
export async function erasePerson(deps: ErasureDeps, erasure: Erasure): Promise<readonly ErasedItem[]> {
  requireAddress(erasure);
  const items: ErasedItem[] = [];
  const erase = async (work: (stores: Stores) => Promise<ErasedItem | null>) => {
    const item = await deps.database.transact(async (stores) => {
      const erased = await work(stores);
      if (erased !== null && erased.outcome !== 'kept') await recordErased(deps, stores, erasure, erased);
      return erased;
    });
    if (item !== null) items.push(item);
  };
  for await (const { kind, id } of listMentions(deps, erasure))
    await erase((stores) =>
      kind === 'documents'
        ? eraseFromDocument(deps, stores, erasure, id)
        : eraseFromSaved(deps, stores, erasure, { kind, id }),
    );
  for (const user of await deps.database.read.removals.listUsersWith(erasure.address, erasure.accountId))
    await erase((stores) => eraseUser(stores, user));
  return items;
}

/** The log of the account says what was erased, and not whom. */
function recordErased(
  deps: ErasureDeps,
  stores: Stores,
  { caller }: Erasure,
  { accountId, id, kind, outcome }: ErasedItem,
): Promise<void> {
  const details = { kind, outcome, ...(caller === null ? BY_OPERATOR : {}) };
  return appendEvent(deps, stores, {
    type: 'person.erased',
    accountId,
    subjectId: id,
    userId: caller?.userId ?? null,
    address: caller?.address ?? null,
    details,
  });
}

async function eraseFromDocument(
  deps: ErasureDeps,
  stores: Stores,
  erasure: Erasure,
  documentId: string,
): Promise<ErasedItem | null> {
  const document = await stores.documents.lock(documentId);
  if (document === null || document.status === 'deleted') return null;
  const { accountId, signees } = document;
  const isTheirs = matcherOf(erasure);
  const theirs = signees.filter(isTheirs);
  const isNamed = (document.copies ?? []).some(isTheirs) || isTheirs({ emailAddress: document.replyTo });
  if (theirs.length === 0 && !isNamed) return null;
  const item = { accountId, kind: 'document', id: documentId } as const;
  const cause = { userId: erasure.caller?.userId ?? null, details: { reason: 'erasure' } };
  const isOnlyParty = theirs.length === signees.length;
  if (isOnlyParty && isUnstarted(document)) {
    await stores.documents.removeUnstarted(documentId);
    return { ...item, outcome: 'removed', stays: [] };
  }
  if (isOnlyParty && !isUnsealed(document)) {
    await storeDecision(stores, document, recordErasure(document, cause, deps.clock.now()), deps);
    return { ...item, outcome: 'removed', stays: ['audit_trail'] };
  }
  const isEnded = document.status === 'completed' || document.status === 'revoked';
  const masked = isEnded ? theirs.map(({ signeeId }) => signeeId) : [];
  if (masked.length > 0 || isNamed) {
    await storeDecision(stores, document, maskInDocument(deps, document, masked, isTheirs, cause), deps);
    for (const signeeId of masked) await removeSigneesProofs(stores, document, signeeId);
  }
  if (theirs.length === 0) return { ...item, outcome: 'masked', stays: [] };
  if (!isEnded)
    return { ...item, outcome: 'kept', stays: [isUnsealed(document) ? 'waits_for_seal' : 'in_progress'] };
  return { ...item, outcome: 'masked', stays: await listRemains(stores, document, masked) };
}

async function listRemains(
  { keptProofs }: Stores,
  { documentId, sealedBlobId, preparedBlobId }: DocumentState,
  signeeIds: readonly string[],
): Promise<readonly StayReason[]> {
  const kept = await keptProofs.list({ documentId });
  return [
    ...(sealedBlobId === null ? [] : (['sealed_file'] as const)),
    ...(sealedBlobId !== null || preparedBlobId === null ? [] : (['prepared_file'] as const)),
    ...(kept.some(({ signeeId }) => signeeIds.includes(signeeId)) ? (['identification'] as const) : []),
    'audit_trail',
  ];
}

async function eraseFromSaved(
  { clock }: ErasureDeps,
  stores: Stores,
  erasure: Erasure,
  { kind, id }: { readonly kind: Exclude<MentioningKind, 'documents'>; readonly id: string },
): Promise<ErasedItem | null> {
  const name = NAMES[kind];
  const found = await stores.saved.lock(name, id);
  if (found === null) return null;
  const { accountId } = found;
  const change = maskInSaved(found.configuration, matcherOf(erasure));
  if (change === null) return null;
  if (change.isOnlyParty && name === 'draft') {
    await stores.saved.remove('draft', id);
    return { accountId, kind: name, id, outcome: 'removed', stays: [] };
  }
  const { configuration } = change;
  // Name and state are of one kind, which the compiler cannot see.
  const masked = {
    ...found,
    configuration,
    revision: found.revision + 1,
    updatedAt: clock.now(),
  } as typeof found;
  await stores.saved.update(name, masked);
  return { accountId, kind: name, id, outcome: 'masked', stays: [] };
}

/** Somebody who works there is the account's to deactivate first. */
async function eraseUser(stores: Stores, { userId, accountId }: User): Promise<ErasedItem | null> {
  await stores.accounts.lockAccount(accountId);
  const user = await stores.accounts.findUser(userId);
  if (user === null) return null;
  const item = { accountId, kind: 'user', id: userId } as const;
  if (user.status === 'active') return { ...item, outcome: 'kept', stays: ['active_user'] };
  if (user.status === 'invited') await stores.accounts.removeInvitedUser(userId);
  else {
    await stores.accounts.updateUser({
      ...user,
      fullName: '',
      // No mail reaches it (RFC 2606), and addresses of an account differ.
      emailAddress: `${userId}@erased.invalid`,
      personId: null,
    });
    // A provider or directory may have chosen the address as the id.
    await stores.signOn.removeLinksOfUser(userId);
    await stores.signOn.saveExternalId(userId, null);
  }
  if (user.personId !== null) await stores.removals.removePerson(user.personId);
  const outcome = user.status === 'invited' ? 'removed' : 'masked';
  return { ...item, outcome, stays: ['account_log'] };
}
