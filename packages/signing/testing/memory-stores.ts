import type { IdentityJob } from '@countersign/identity';
import { findRow, insertRow, memoryIdentityStores, replaceRow } from '@countersign/identity/testing';
import { type AuditSubject, chainEntry } from '../audit/audit-entry.ts';
import { MAX_COUNTED_IN_GROUP } from '../configuration/limits.ts';
import { isUnsealed } from '../documents/delay-sealing.ts';
import {
  DOCUMENT_GROUPS,
  type DocumentGroup,
  type DocumentState,
  type DocumentSummary,
  type GroupCounts,
  isUnstarted,
} from '../documents/document.ts';
import { listLinkHashes } from '../documents/find-by-link.ts';
import { type Label, MAX_LISTED_LABELS, writtenLabels } from '../documents/labels.ts';
import { groupOf, progressOf, searchText } from '../documents/list-documents.ts';
import { findFollowUpDate } from '../documents/reminders.ts';
import type { Job } from '../jobs/job.ts';
import { JOBS } from '../jobs/registry.ts';
import type {
  AuditStore,
  DocumentFilters,
  DocumentStore,
  FileStore,
  JobStore,
  KeptProofStore,
  ProofStore,
  SessionStore,
  Stores,
  UnstartedVisitors,
  WebhookStore,
} from '../ports/database.ts';
import type { RemovalStore } from '../ports/removal.ts';
import type { WaitingStore } from '../ports/waiting.ts';
import type { KeptProof, Proof } from '../proofs/proof.ts';
import type { SigningSession } from '../sessions/session.ts';
import { storedDocument } from '../stored-state/stored-records.ts';
import type { WebhookDelivery } from '../webhooks/webhook.ts';
import type { MemoryTables } from './memory-database.ts';
import { isSaved, memorySaved } from './memory-saved.ts';

type Tables = () => MemoryTables;

/** Accounts are removed from a real database only. */
const NOTHING_REMOVED: RemovalStore = {
  listDue: async () => [],
  list: async () => [],
  listIds: async () => [],
  listMentioning: async () => ({ ids: [], last: null }),
  listUsersWith: async () => [],
  removePerson: async () => undefined,
  begin: async () => false,
  removeOne: async () => undefined,
  removeRest: async () => false,
  finish: async () => undefined,
};

/** Jobs in memory are run by the tests, which see their failures. */
const NOTHING_WAITS: WaitingStore = {
  list: async () => [],
  find: async () => null,
  retryJob: async () => false,
  cancelJob: async () => false,
};

/** Rows are copied in and out, as by a real database. */
export function memoryStores(tables: Tables): Stores {
  return {
    ...memoryIdentityStores(tables),
    files: fileStore(tables),
    documents: documentStore(tables),
    saved: memorySaved(tables),
    audit: auditStore(tables),
    sessions: sessionStore(tables),
    proofs: proofStore(tables),
    keptProofs: keptProofStore(tables),
    webhooks: webhookStore(tables),
    waiting: NOTHING_WAITS,
    removals: NOTHING_REMOVED,
    jobs: jobStore(tables),
  };
}

function fileStore(tables: Tables): FileStore {
  const findFile = async (fileId: string) => findRow(tables().files, (file) => file.fileId === fileId);
  return {
    insert: async (file) => insertRow(tables().files, file, 'fileId'),
    update: async (file) => replaceRow(tables().files, file, 'fileId'),
    remove: async (fileId) => {
      tables().files = tables().files.filter((file) => file.fileId !== fileId);
    },
    find: findFile,
    lock: findFile,
    listUnused: async (createdBefore, limit) =>
      tables()
        .files.filter(({ deletedAt, createdAt }) => deletedAt === null && createdAt < createdBefore)
        .filter(({ fileId }) => !isInUse(tables().documents, fileId) && !isSaved(tables, fileId))
        .sort((first, second) => first.createdAt.getTime() - second.createdAt.getTime())
        .slice(0, limit)
        .map(({ fileId }) => fileId),
    sumSizes: async (accountId) =>
      tables()
        .files.filter((file) => file.accountId === accountId && file.deletedAt === null)
        .reduce((sum, { size }) => sum + size, 0),
    findByBlob: async (blobId) => findRow(tables().files, (file) => file.blobId === blobId),
  };
}

function documentStore(tables: Tables): DocumentStore {
  const labelsOf = ({ documentId }: DocumentState) => tables().labels.get(documentId) ?? [];
  const summarizeAll = (documents: readonly DocumentState[]): readonly DocumentSummary[] =>
    documents.map((document) => ({
      ...summarize(document),
      labels: writtenLabels(labelsOf(document)),
    }));
  const findDocument = async (documentId: string) =>
    findRow(tables().documents, (document) => document.documentId === documentId);
  return {
    insert: async (document) => insertRow(tables().documents, throughStorage(document), 'documentId'),
    update: async (document) => replaceRow(tables().documents, throughStorage(document), 'documentId'),
    find: findDocument,
    lock: findDocument,
    findLabels: async (documentId) => writtenLabels(tables().labels.get(documentId) ?? []),
    setLabels: async ({ documentId }, labels) =>
      void tables().labels.set(documentId, structuredClone(labels)),
    countLabels: async (viewer) => {
      const all = tables()
        .documents.filter((document) => isListed(document, viewer))
        .flatMap(labelsOf);
      return [...Map.groupBy(all, ({ key }) => key).values()]
        .map((equal) => ({ label: equal.map(({ label }) => label).sort()[0] ?? '', count: equal.length }))
        .sort((first, second) => second.count - first.count || (first.label < second.label ? -1 : 1))
        .slice(0, MAX_LISTED_LABELS);
    },
    findPreparedView: async (documentId) => structuredClone(tables().preparedViews.get(documentId) ?? null),
    savePreparedView: async (documentId, view) => {
      if ((await findDocument(documentId)) === null) throw new Error('no such document');
      tables().preparedViews.set(documentId, structuredClone(view));
    },
    removePreparedView: async (documentId) => void tables().preparedViews.delete(documentId),
    usesFile: async (fileId) => isInUse(tables().documents, fileId),
    listExpired: async (now, limit) =>
      tables()
        .documents.filter(({ status, expiryDate }) => status !== 'deleted' && expiryDate <= now)
        .sort((first, second) => first.expiryDate.getTime() - second.expiryDate.getTime())
        .slice(0, limit)
        .map(({ documentId }) => documentId),
    listUnsealed: async () =>
      tables()
        .documents.filter(isUnsealed)
        .map(({ documentId }) => documentId),
    listSealingReasons: async () => [
      ...new Set(tables().documents.flatMap(({ sealingDelay }) => sealingDelay?.reason ?? [])),
    ],
    listForFollowUp: async (now, limit) =>
      tables()
        .documents.map((document) => ({
          ...document,
          followUpAt: findFollowUpDate(document)?.getTime() ?? Infinity,
        }))
        .filter(({ followUpAt }) => followUpAt <= now.getTime())
        .sort((first, second) => first.followUpAt - second.followUpAt)
        .slice(0, limit)
        .map(({ documentId }) => documentId),
    findByTokenHash: async (tokenHash) => findSignee(tables().documents, tokenHash),
    findBySealedSha256: async (sha256) => {
      const found = findRow(tables().documents, ({ sealedSha256 }) => sealedSha256 === sha256);
      return found && { documentId: found.documentId };
    },
    list: async ({ accountId, userId, limit, offset, ...filters }) =>
      summarizeAll(
        tables()
          .documents.filter((document) => isListed(document, { accountId, userId }))
          .filter((document) => passes(document, labelsOf(document), filters))
          .sort(newestFirst)
          .slice(offset, offset + limit),
      ),
    countGroups: async ({ accountId, viewer }) => {
      const groups = tables()
        .documents.filter((document) => isListed(document, { accountId, userId: viewer.userId }))
        .map((document) => groupOf(summarize(document), viewer));
      const count = (name: DocumentGroup) =>
        Math.min(groups.filter((group) => group === name).length, MAX_COUNTED_IN_GROUP);
      return Object.fromEntries(DOCUMENT_GROUPS.map((name) => [name, count(name)])) as GroupCounts;
    },
    listCompletedOfLink: async (linkId, { limit, offset }) =>
      summarizeAll(
        tables()
          .documents.filter(
            ({ publicLink, status }) => publicLink?.linkId === linkId && status === 'completed',
          )
          .sort(newestFirst)
          .slice(offset, offset + limit),
      ),
    countUnstarted: async (visitors, now, limit) =>
      listUnstarted(tables(), visitors, now).slice(0, limit).length,
    findReplaceable: async (visitors, now) =>
      listUnstarted(tables(), visitors, now).find((visit) => !isCodeSent(tables(), visit))?.documentId ??
      null,
    removeUnstarted: async (documentId) => {
      tables().documents = tables().documents.filter(
        (document) => document.documentId !== documentId || !isUnstarted(document),
      );
    },
    shareThoseOfLink: async (linkId, sharingSetting) => {
      tables().documents = tables().documents.map((document) =>
        document.publicLink?.linkId === linkId ? { ...document, sharingSetting } : document,
      );
    },
  };
}

/** Not those of public links. */
function isListed(document: DocumentState, viewer: Pick<DocumentState, 'accountId' | 'userId'>): boolean {
  return (
    document.accountId === viewer.accountId &&
    document.status !== 'deleted' &&
    document.publicLink === undefined &&
    (document.userId === viewer.userId || document.sharingSetting === 'shared')
  );
}

/** As from a database: an unreadable state fails here. */
function passes(document: DocumentState, labels: readonly Label[], filters: DocumentFilters): boolean {
  const { status, createdAfter, createdBefore, externalId, words = [], group, labelKey } = filters;
  const summary = summarize(document);
  const text = searchText(document);
  return (
    (status === undefined || document.status === status) &&
    (createdAfter === undefined || document.createdAt > createdAfter) &&
    (createdBefore === undefined || document.createdAt < createdBefore) &&
    (externalId === undefined || document.externalId === externalId) &&
    (labelKey === undefined || labels.some(({ key }) => key === labelKey)) &&
    (group === undefined || groupOf(summary, group.viewer) === group.name) &&
    words.every((word) => text.includes(word))
  );
}

function throughStorage(document: DocumentState): DocumentState {
  return storedDocument.decode(storedDocument.encode(document));
}

function auditStore(tables: Tables): AuditStore {
  const chainOf = ({ kind, id }: AuditSubject) =>
    tables().audit.filter(({ subject }) => subject.kind === kind && subject.id === id);
  const headOf = (subject: AuditSubject) => chainOf(subject).at(-1) ?? null;
  return {
    append: async (...entries) => {
      for (const entry of entries) {
        const fileHeads = entry.fileIds.map((id) => headOf({ kind: 'file', id })?.hash ?? null);
        insertRow(tables().audit, chainEntry(entry, headOf(entry.subject), fileHeads), 'entryId');
      }
    },
    find: async (entryId) => findRow(tables().audit, (entry) => entry.entryId === entryId),
    countCreated: async (accountId, since, limit) =>
      tables()
        .audit.filter(({ type }) => type === 'document.created')
        .filter((entry) => entry.accountId === accountId && entry.date >= since)
        .slice(0, limit).length,
    listFor: async (subject) => structuredClone(chainOf(subject)),
  };
}

function sessionStore(tables: Tables): SessionStore {
  const removeOrphans = () => {
    const isKept = new Set(tables().sessions.map(({ idHash }) => idHash));
    tables().proofs = tables().proofs.filter(({ sessionHash }) => isKept.has(sessionHash));
  };
  return {
    find: async (idHash) => findRow(tables().sessions, (session) => session.idHash === idHash),
    listForLink: async (linkHash) =>
      structuredClone(oldestFirst(tables().sessions.filter((session) => session.linkHash === linkHash))),
    lockLink: async () => undefined,
    save: async (session) => {
      const { sessions } = tables();
      const index = sessions.findIndex(({ idHash }) => idHash === session.idHash);
      sessions.splice(index < 0 ? sessions.length : index, 1, structuredClone(session));
    },
    remove: async (idHash) => {
      tables().sessions = tables().sessions.filter((session) => session.idHash !== idHash);
      removeOrphans();
    },
    removeForDocument: async (documentId) => {
      tables().sessions = tables().sessions.filter((session) => session.documentId !== documentId);
      removeOrphans();
    },
    removeExpired: async (date, limit) => {
      const expired = tables().sessions.filter(({ expiresAt }) => expiresAt < date);
      const old = oldestFirst(expired).slice(0, limit);
      tables().sessions = tables().sessions.filter((session) => !old.includes(session));
      removeOrphans();
      return old.length;
    },
  };
}

function oldestFirst(sessions: readonly SigningSession[]): readonly SigningSession[] {
  return sessions.toSorted((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
}

function keptProofStore(tables: Tables): KeptProofStore {
  return {
    insert: async (proof) => insertRow(tables().keptProofs, proof, 'proofId'),
    find: async (proofId) => findRow(tables().keptProofs, (proof) => proof.proofId === proofId),
    list: async (of) => {
      const isListed = ({ documentId }: KeptProof) =>
        'documentId' in of
          ? documentId === of.documentId
          : tables().documents.some((one) => one.documentId === documentId && one.accountId === of.accountId);
      return tables()
        .keptProofs.filter(isListed)
        .toSorted((first, second) => first.keptAt.getTime() - second.keptAt.getTime())
        .map(({ content: _, ...facts }) => structuredClone(facts));
    },
    removeForDocument: async (documentId) => {
      tables().keptProofs = tables().keptProofs.filter((proof) => proof.documentId !== documentId);
    },
  };
}

function proofStore(tables: Tables): ProofStore {
  const findProof = async (proofId: string) => findRow(tables().proofs, (proof) => proof.proofId === proofId);
  const list = async (isListed: (proof: Proof) => boolean) =>
    structuredClone(
      tables()
        .proofs.filter(isListed)
        .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
    );
  const removeThose = (isRemoved: (proof: Proof) => boolean) => {
    tables().proofs = tables().proofs.filter((proof) => !isRemoved(proof));
  };
  return {
    find: findProof,
    findHandedOver: async (hash) => findRow(tables().proofs, ({ handover }) => handover?.hash === hash),
    lock: findProof,
    listForSession: (sessionHash) => list((proof) => proof.sessionHash === sessionHash),
    listForDocument: (documentId) => list((proof) => proof.documentId === documentId),
    listForSignee: (documentId, signeeId) =>
      list((proof) => proof.documentId === documentId && proof.signeeId === signeeId),
    insert: async (proof) => insertRow(tables().proofs, proof, 'proofId'),
    async update({ entered: _, ...proof }) {
      const { entered } = (await findProof(proof.proofId)) ?? {};
      replaceRow(tables().proofs, { ...proof, entered }, 'proofId');
    },
    removeForSignee: async (documentId, signeeId) =>
      removeThose((proof) => proof.documentId === documentId && proof.signeeId === signeeId),
    lockExpired: async (date, limit) => {
      const expired = tables().proofs.filter(({ removeAt }) => removeAt <= date);
      const old = expired.toSorted((one, other) => one.removeAt.getTime() - other.removeAt.getTime());
      return old
        .slice(0, limit)
        .map(({ entered: _, state: __, result: ___, ...facts }) => structuredClone(facts));
    },
    removeContent: async (facts) =>
      replaceRow(tables().proofs, { ...facts, state: null, result: null }, 'proofId'),
    remove: async (proofId) => removeThose((proof) => proof.proofId === proofId),
  };
}

function webhookStore(tables: Tables): WebhookStore {
  return {
    insert: async (webhook) => insertRow(tables().webhooks, webhook, 'webhookId'),
    find: async (webhookId) => findRow(tables().webhooks, (webhook) => webhook.webhookId === webhookId),
    lock: async (webhookId) => findRow(tables().webhooks, (webhook) => webhook.webhookId === webhookId),
    update: async (webhook) => replaceRow(tables().webhooks, webhook, 'webhookId'),
    remove: async (webhookId) => {
      tables().webhooks = tables().webhooks.filter((webhook) => webhook.webhookId !== webhookId);
      tables().deliveries = tables().deliveries.filter((delivery) => delivery.webhookId !== webhookId);
    },
    pageDeliveries: async (webhookId, { limit, offset }) =>
      structuredClone(
        tables()
          .deliveries.filter((delivery) => delivery.webhookId === webhookId)
          .sort((first, second) => compareDeliveries(second, first))
          .slice(offset, offset + limit),
      ),
    listForAccount: async (accountId) =>
      structuredClone(tables().webhooks.filter((webhook) => webhook.accountId === accountId)),
    insertDelivery: async (delivery) => {
      const isKnown = tables().deliveries.some(
        (known) => known.webhookId === delivery.webhookId && known.event.eventId === delivery.event.eventId,
      );
      if (!isKnown) insertRow(tables().deliveries, delivery, 'deliveryId');
    },
    findDelivery: async (deliveryId) =>
      findRow(tables().deliveries, (delivery) => delivery.deliveryId === deliveryId),
    updateDelivery: async (delivery) => replaceRow(tables().deliveries, delivery, 'deliveryId'),
    removeDeliveriesBefore: async (date, limit) => {
      const old = tables()
        .deliveries.filter(({ createdAt }) => createdAt < date)
        .sort((first, second) => first.createdAt.getTime() - second.createdAt.getTime())
        .slice(0, limit);
      tables().deliveries = tables().deliveries.filter((delivery) => !old.includes(delivery));
      return old.length;
    },
  };
}

function compareDeliveries(first: WebhookDelivery, second: WebhookDelivery): number {
  const time = first.createdAt.getTime() - second.createdAt.getTime();
  return time === 0 ? (first.deliveryId < second.deliveryId ? -1 : 1) : time;
}

function jobStore(tables: Tables): JobStore {
  return {
    enqueue: async (job, { startAfterSeconds = 0, accountId = null } = {}) => {
      if (isIdentityJob(job)) throw new Error('jobs of users are in MemoryIdentity');
      tables().jobs.push({ job: structuredClone(job), startAfterSeconds, accountId });
    },
  };
}

function isIdentityJob(job: Job | IdentityJob): job is IdentityJob {
  return !Object.hasOwn(JOBS, job.name);
}

function isInUse(documents: readonly DocumentState[], fileId: string): boolean {
  return documents.some((document) => document.fileId === fileId && document.status !== 'deleted');
}

function findSignee(documents: readonly DocumentState[], tokenHash: string) {
  for (const document of documents) {
    const signee = document.signees.find((candidate) => listLinkHashes(candidate).includes(tokenHash));
    if (signee !== undefined) return { document: structuredClone(document), signeeId: signee.signeeId };
  }
  return null;
}

function newestFirst(first: DocumentState, second: DocumentState): number {
  const byAge = second.createdAt.getTime() - first.createdAt.getTime();
  return byAge === 0 ? second.documentId.localeCompare(first.documentId) : byAge;
}

function summarize(document: DocumentState): Omit<DocumentSummary, 'labels'> {
  const { documentId, name, createdAt, status, userId } = document;
  return { documentId, name, createdAt, status, userId, progress: progressOf(document) };
}

/** Oldest first. */
function listUnstarted(
  tables: Pick<MemoryTables, 'documents' | 'sessions'>,
  visitors: UnstartedVisitors,
  now: Date,
): readonly DocumentState[] {
  return tables.documents
    .filter((document) => isUnstarted(document) && document.expiryDate > now)
    .filter((document) => {
      const { accountId, publicLink } = document;
      if ('linkId' in visitors) return publicLink?.linkId === visitors.linkId;
      const isOfContact = visitors.contacts.some((contact) => publicLink?.contacts.includes(contact));
      return accountId === visitors.accountId && isOfContact && !isCodeSent(tables, document);
    })
    .toSorted((first, second) => first.createdAt.getTime() - second.createdAt.getTime());
}

function isCodeSent(
  { sessions }: Pick<MemoryTables, 'sessions'>,
  { documentId }: Pick<DocumentState, 'documentId'>,
): boolean {
  return sessions.some((one) => one.documentId === documentId && one.codesSentAt.length > 0);
}
