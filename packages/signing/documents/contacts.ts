import { hashSecret, type IdSource, invalid, problem } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { type ErrorDetail, findRepeated, refusal, refuseProblems, SigningError } from '../errors.ts';
import { invitationEntry, requestJobs } from '../notifications/messages.ts';
import type { Decision, EntryDraft } from './audited-decision.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState, DocumentStatus, Signee } from './document.ts';
import { findVisibleDocument } from './find-document.ts';
import { addContactUpdate, contactUpdateCooldown, findSignee } from './reminders.ts';
import { touch } from './retention.ts';
import { renameSignee } from './signed-content.ts';
import { refusalForSender, signingAccess } from './signing-access.ts';

export interface ContactChange {
  readonly signeeId: string;
  readonly fullName?: string | undefined;
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

export interface ChangedContact {
  readonly signee: Signee;
  readonly previousSigneeId: string;
}

/**
 * All or none. A new address or number makes a new signee with a new link and invitation. Throws
 * `document_not_signable`, `signee_not_found`, `signee_has_signed`, `contact_not_addable`,
 * `contact_update_limit_reached`.
 */
async function changeContacts(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
  changes: readonly ContactChange[],
): Promise<readonly ChangedContact[]> {
  await findVisibleDocument(deps.database.read, caller, documentId);
  refuseProblems(checkChanges(changes));
  const context = { ids: deps.ids, now: deps.clock.now(), userId: caller.userId };
  const results: (readonly ChangedContact[])[] = [];
  await changeDocument(deps, documentId, (document) => {
    const changed = changes.map((change, index) => changeOne(document, change, index, context));
    results.push(changed);
    return recordChanges(document, changed, context, deps.settings.retentionDays);
  });
  const result = results.at(-1);
  if (result === undefined) throw new SigningError('document_not_found', { documentId });
  return result;
}

interface Context {
  readonly ids: IdSource;
  readonly now: Date;
  readonly userId: string;
}

/** The schema accepts empty contact details; here a contact method cannot be removed. */
function checkChanges(changes: readonly ContactChange[]): readonly ErrorDetail[] {
  const repeated = findRepeated(changes.map(({ signeeId }) => signeeId));
  return [
    ...repeated.map((index) => invalid(`${index}.signeeId`, 'repeated')),
    ...changes.flatMap(({ fullName, emailAddress, phoneNumber }, index) => [
      ...(fullName?.trim() === '' ? [invalid(`${index}.fullName`, 'required')] : []),
      ...(emailAddress === '' ? [invalid(`${index}.emailAddress`, 'email')] : []),
      ...(phoneNumber === '' ? [invalid(`${index}.phoneNumber`, 'phone')] : []),
    ]),
  ];
}

const OPEN_STATUSES: readonly DocumentStatus[] = ['created', 'processing', 'awaiting_signatures'];

function changeOne(
  document: DocumentState,
  change: ContactChange,
  index: number,
  context: Context,
): ChangedContact {
  if (!OPEN_STATUSES.includes(document.status)) throw refusalForSender(document);
  const signee = findSignee(document, change.signeeId, `${index}.signeeId`);
  if (signee.signature !== null) throw new SigningError('signee_has_signed');
  refuseAdded(signee, change, String(index));
  const emailAddress = change.emailAddress ?? signee.emailAddress;
  const phoneNumber = change.phoneNumber ?? signee.phoneNumber;
  const renamed = renameSignee(document, signee, change.fullName ?? signee.fullName);
  const previousSigneeId = signee.signeeId;
  if (emailAddress === signee.emailAddress && phoneNumber === signee.phoneNumber)
    return { signee: renamed, previousSigneeId };
  const seconds = contactUpdateCooldown(signee, context.now);
  if (seconds > 0) throw new SigningError('contact_update_limit_reached', { seconds });
  return { signee: readdress({ ...renamed, emailAddress, phoneNumber }, context), previousSigneeId };
}

/** A channel that the signee lacked may not be added [4.4-60] [D5-23]. */
function refuseAdded(signee: Signee, change: ContactChange, path: string): void {
  for (const member of ['emailAddress', 'phoneNumber'] as const) {
    if (change[member] !== undefined && signee[member] === null)
      throw refusal(problem('contact_not_addable', `${path}.${member}`));
  }
}

/** What was done at the old address no longer counts. */
function readdress(signee: Signee, { ids, now }: Context): Signee {
  const { deliveries: _, recipientLinks: __, automaticReminderAt: ___, openedFrom: ____, ...kept } = signee;
  const token = ids.secret();
  return {
    ...kept,
    operatedTriggers: [],
    signeeId: ids.uuid(),
    token,
    tokenHash: hashSecret(token),
    invitedAt: null,
    openedAt: null,
    contactUpdates: addContactUpdate(signee.contactUpdates, now),
  };
}

function recordChanges(
  before: DocumentState,
  changed: readonly ChangedContact[],
  { now, userId }: Context,
  retentionDays: number,
): Decision | null {
  const replaced = new Map(changed.map(({ signee, previousSigneeId }) => [previousSigneeId, signee]));
  const signees = before.signees.map((signee) => replaced.get(signee.signeeId) ?? signee);
  if (signees.every((signee, index) => signee === before.signees[index])) return null;
  const boxes = before.boxes.map((box) => ({ ...box, id: replaced.get(box.id)?.signeeId ?? box.id }));
  const after = touch({ ...before, signees, boxes }, now, retentionDays);
  const invited = changed
    .filter(({ signee, previousSigneeId }) => signee.signeeId !== previousSigneeId)
    .map(({ signee }) => signee)
    .filter((signee) => signingAccess(after, signee, now).canSign);
  const invitedIds = new Set(invited.map(({ signeeId }) => signeeId));
  return {
    document: {
      ...after,
      signees: after.signees.map((one) => (invitedIds.has(one.signeeId) ? { ...one, invitedAt: now } : one)),
    },
    entries: changed.flatMap((change) => [
      ...describeChange(before, change, userId),
      ...(invitedIds.has(change.signee.signeeId) ? [invitationEntry(change.signee)] : []),
    ]),
    jobs: invited.flatMap((signee) => requestJobs(after, signee, 'contact_changed')),
  };
}

/** Describes full names by their hashes, because the trail outlives the contact details. */
function describeChange(
  before: DocumentState,
  { signee, previousSigneeId }: ChangedContact,
  userId: string,
): readonly EntryDraft[] {
  const old = before.signees.find(({ signeeId }) => signeeId === previousSigneeId);
  const members = (['fullName', 'emailAddress', 'phoneNumber'] as const).filter(
    (member) => old?.[member] !== signee[member],
  );
  if (members.length === 0) return [];
  const details = {
    signeeId: signee.signeeId,
    previousSigneeId,
    members,
    ...(members.includes('fullName') && old !== undefined
      ? { fullNameSha256: { before: hashSecret(old.fullName), after: hashSecret(signee.fullName) } }
      : {}),
  };
  return [{ type: 'document.contact_changed', userId, details }];
}

export const contactOperations = { changeContacts };
