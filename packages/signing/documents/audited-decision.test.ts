import type { Caller } from '@countersign/identity';
import { BUILT_AT } from '@countersign/identity/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordReading } from '../assistant/reading.ts';
import type { AuditType } from '../audit/audit-entry.ts';
import { checkAuditTrail } from '../audit/audit-trail.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import {
  buildDocument,
  buildFile,
  buildInkSignature,
  buildPreparation,
  buildSignee,
} from '../testing/builders.ts';
import { Workbench } from '../testing/workbench.ts';
import type { Decision } from './audited-decision.ts';
import { changeDocument } from './decision.ts';
import { DOCUMENT_STATUSES, type DocumentState, type DocumentStatus } from './document.ts';
import { recordFailure } from './fail-document.ts';
import { recordPreparation } from './prepare-document.ts';
import { recordCompletion } from './record-completion.ts';
import { moveTo, nextStatuses } from './status.ts';

const DAYS = 90;
const BLOB = { blobId: 'b', size: 7, sha256: 'ab' };
const SEALING = { size: 7, sha256: 'ab', seal: { level: 'B-T', timestamp: null, failures: [] } };

const READING_DEPS = { clock: { now: () => BUILT_AT }, settings: DEFAULT_SETTINGS };

/** Every allowed change of status. */
const MOVES = DOCUMENT_STATUSES.flatMap((from) => nextStatuses(from).map((to) => [from, to] as const));

/** The rules that change the status, by the new one; those that do not exist yet do what theirs will. */
const RULES: Readonly<Record<DocumentStatus, ((document: DocumentState) => Decision | null) | null>> = {
  created: (document) => {
    const waiting: DocumentState = { ...document, reading: { status: 'processing' } };
    return recordReading(waiting, waiting, { status: 'unavailable', reason: 'no_text' }, READING_DEPS);
  },
  processing: null,
  awaiting_signatures: (document) => recordPreparation(document, buildPreparation(document), BUILT_AT, DAYS),
  completed: (document) => recordCompletion({ ...document, sealings: [SEALING] }, BLOB, [], BUILT_AT, DAYS),
  error: (document) => recordFailure(document, 'damaged', BUILT_AT, DAYS),
  revoked: (document) => plainMove(document, 'revoked', [ending('document.revoked', 'expired')]),
  deleted: (document) => plainMove(document, 'deleted', [ending('document.deleted', 'retention')]),
};

function plainMove(document: DocumentState, to: DocumentStatus, entries: Decision['entries']): Decision {
  return { document: moveTo(document, to), entries, jobs: [] };
}

const ending = (type: 'document.revoked' | 'document.deleted', reason: string) => ({
  type,
  details: { reason },
});

describe('every change of a document', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  /** A stored document, signed by its one signee. */
  async function store(status: DocumentStatus): Promise<DocumentState> {
    const signees = [buildSignee({ signature: buildInkSignature() })];
    const file = buildFile(caller);
    const document = buildDocument(file, { status, signees });
    await bench.database.transact(async ({ files, documents }) => {
      await files.insert(file);
      await documents.insert(document);
    });
    return document;
  }

  const change = ({ documentId }: DocumentState, decide: (document: DocumentState) => Decision | null) =>
    changeDocument(bench.deps, documentId, decide);
  const trailOf = ({ documentId }: DocumentState) =>
    checkAuditTrail(bench.database.read, { kind: 'document', id: documentId });
  const typesOf = async (document: DocumentState) =>
    (await bench.database.read.audit.listFor({ kind: 'document', id: document.documentId })).map(
      ({ type }) => type,
    );

  const SAYS: Readonly<Partial<Record<DocumentStatus, AuditType>>> = {
    created: 'document.read',
    processing: 'document.processing',
    awaiting_signatures: 'document.prepared',
    completed: 'document.completed',
    error: 'document.failed',
    revoked: 'document.revoked',
    deleted: 'document.deleted',
  };

  it.each(MOVES)('from %s to %s is in its chain of hashes', async (from, to) => {
    const document = await store(from);
    const moved = await change(document, RULES[to] ?? (() => null));
    expect(moved?.status).toBe(to);
    const isResealed = from === 'error' && to === 'awaiting_signatures';
    expect(await typesOf(document)).toContain(isResealed ? 'document.sealing_requested' : SAYS[to]);
    expect((await trailOf(document)).broken).toBeNull();
  });

  it.each(MOVES)('from %s to %s is undone when the rule forgets to tell it', async (from, to) => {
    const document = await store(from);
    const forgotten = (found: DocumentState) => plainMove(found, to, [{ type: 'document.invited' }]);
    await expect(change(document, forgotten)).rejects.toThrow(`becomes ${to} without the audit entry`);
    expect((await bench.find(document.documentId)).status).toBe(from);
    expect(await typesOf(document)).toEqual([]);
  });

  it('is undone when nothing is told of it at all', async () => {
    const document = await store('awaiting_signatures');
    const silent = (found: DocumentState): Decision => ({
      document: { ...found, name: 'Other' },
      entries: [],
      jobs: [],
    });
    await expect(change(document, silent)).rejects.toThrow('changes without an audit entry');
    expect((await bench.find(document.documentId)).name).toBe(document.name);
  });

  it.each([
    ['revoked', 'awaiting_signatures'],
    ['deleted', 'completed'],
  ] as const)('that ends it (%s) names the user or the reason', async (to, from) => {
    const type = `document.${to}` as const;
    const by = (note: { userId?: string; details?: { reason: string } }) => (found: DocumentState) =>
      plainMove(found, to, [{ type, ...note }]);
    await expect(change(await store(from), by({}))).rejects.toThrow('names neither a user nor a reason');
    expect((await change(await store(from), by({ userId: caller.userId })))?.status).toBe(to);
    expect((await change(await store(from), by({ details: { reason: 'retention' } })))?.status).toBe(to);
  });
});
