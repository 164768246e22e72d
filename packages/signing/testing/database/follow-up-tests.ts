import { DAY_MS } from '@countersign/base/time';
import { BUILT_AT } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import { readAuditTrail } from '../../audit/audit-trail.ts';
import { createSigning } from '../../create-signing.ts';
import { buildSignee } from '../builders.ts';
import { Workbench } from '../workbench.ts';
import type { OpenDatabase } from './open-database.ts';
import { seedDocument } from './seed.ts';

/** Long before every other document of the suite. */
const SENT_AT = new Date('1995-01-01T00:00:00.000Z');
const LATER = new Date(SENT_AT.getTime() + 2 * DAY_MS);

export function followUpTests(database: OpenDatabase): void {
  /** As two nodes do: with a clock of their own, over one database. */
  const runTwice = async (now: Date) => {
    const deps = { ...new Workbench().deps, database: database(), clock: { now: () => now } };
    const run = () => createSigning(deps).jobs.run({ name: 'follow-up-documents' });
    await Promise.all([run(), run()]);
  };
  const trailOf = async (documentId: string) => {
    const { entries } = await readAuditTrail(database().read, { kind: 'document', id: documentId });
    return entries.map(({ type, details }) => [type, details]);
  };

  it('lists documents to follow up by their date, and none that have no date any more', async () => {
    const expiring = (signingDeadline: Date) =>
      seedDocument(database(), { status: 'awaiting_signatures', signingDeadline });
    const at = (seconds: number) => new Date(Date.UTC(1990, 0, 1, 0, 0, seconds));
    const [later, first] = [await expiring(at(2)), await expiring(at(1))];
    await expiring(at(3));
    await seedDocument(database(), { status: 'revoked', signingDeadline: at(1) });
    await seedDocument(database(), { status: 'awaiting_signatures' });
    const { documents } = database().read;
    expect(await documents.listForFollowUp(at(2), 10)).toEqual([first.documentId, later.documentId]);
    expect(await documents.listForFollowUp(at(2), 1)).toEqual([first.documentId]);
    await runTwice(at(3));
    expect(await documents.listForFollowUp(at(3), 10)).toEqual([]);
  });

  it('reminds each signee once though the job runs twice at the same time', async () => {
    const signees = Array.from({ length: 3 }, () => buildSignee({ invitedAt: SENT_AT }));
    const sent = {
      status: 'awaiting_signatures',
      automaticReminders: { afterDays: 1, everyDays: 1 },
    } as const;
    const documents = [
      await seedDocument(database(), { ...sent, signees }),
      await seedDocument(database(), {
        ...sent,
        signees: [buildSignee({ invitedAt: SENT_AT })],
      }),
    ];
    await runTwice(LATER);
    for (const document of documents) {
      const found = await database().read.documents.find(document.documentId);
      expect(found?.signees.map(({ reminders }) => reminders)).toEqual(
        document.signees.map(() => ({ count: 1, recent: [LATER] })),
      );
      expect(await trailOf(document.documentId)).toHaveLength(document.signees.length);
    }
  });

  it('expires a document once though the job runs twice at the same time', async () => {
    const document = await seedDocument(database(), {
      ...{ status: 'awaiting_signatures', signingDeadline: SENT_AT, createdAt: BUILT_AT },
    });
    await runTwice(LATER);
    expect(await trailOf(document.documentId)).toEqual([['document.revoked', { reason: 'expired' }]]);
    const found = await database().read.documents.find(document.documentId);
    expect(found).toMatchObject({ status: 'revoked', revokedAt: LATER, name: document.name });
  });
}
