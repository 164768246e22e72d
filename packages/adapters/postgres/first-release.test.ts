import { hashSecret } from '@countersign/base';
import { expect, it } from 'vitest';
import { describeRelease } from '../testing/describe-release.ts';

await describeRelease('first-release', (database, release) => {
  it('opens, with every document, signature and link', async () => {
    const completed = await findDocument('completed');
    expect(completed?.signees[0]?.signature).toMatchObject({
      signedAt: new Date('2026-11-22T17:52:20.985Z'),
      values: [{ name: 'fullName|svc-input-fullname', value: ['Łukasz Żółć'] }],
    });
    const open = await findDocument('awaiting_signatures');
    expect(open).toMatchObject({ name: 'Två Łódź 契約', enableSigningOrder: true, language: 'sv' });
    for (const { token, signeeId } of open?.signees ?? []) {
      const found = await database().read.documents.findByTokenHash(hashSecret(token));
      expect(found).toEqual({ documentId: open?.documentId, signeeId });
    }
  });

  it('delivers what was waiting, under the ids that receivers may know', async () => {
    const [webhook] = release.tables.webhooks ?? [];
    const page = { limit: 100, offset: 0 };
    const newest = await database().read.webhooks.pageDeliveries(String(webhook?.webhook_id), page);
    const deliveries = newest.toReversed();
    const events = release.tables.events ?? [];
    expect(deliveries.map(({ event }) => [event.eventId, event.type, event.date.getTime()])).toEqual(
      events.map(({ event_id, type, date }) => [event_id, type, Date.parse(String(date))]),
    );
    expect(deliveries.map(({ event }) => [event.documentId, event.userId, event.signeeId])).toEqual(
      events.map(({ document_id, user_id, signee_id }) => [document_id, user_id, signee_id]),
    );
  });

  it('publishes an event of which no webhook was told yet, as its audit entry', async () => {
    const { rows } = await database().engine.execute(
      `SELECT data ->> 'eventId' AS id FROM ${database().engine.jobsSchema}.job ORDER BY position`,
    );
    const entries = await Promise.all(rows.map((row) => database().read.audit.find(Object(row).id)));
    expect(entries.map((entry) => [entry?.type, entry?.subject.id])).toEqual(
      release.tables.events?.map(({ type, document_id }) => [type, document_id]),
    );
  });

  it('keeps what documents and people are found by', async () => {
    const [sealed] = release.tables.documents ?? [];
    const { sealedSha256 } = Object(sealed?.state);
    expect(await database().read.documents.findBySealedSha256(sealedSha256)).toEqual({
      documentId: sealed?.document_id,
    });
    const person = await database().read.people.findByEmail('OWNER@example.com');
    expect(await database().read.accounts.listUsersOfPerson(person?.personId ?? '')).toMatchObject([
      { fullName: 'First user' },
    ]);
    const [webhook] = release.tables.webhooks ?? [];
    const stored = await database().read.webhooks.find(String(webhook?.webhook_id));
    expect(stored?.signingSecret).toMatch(/^whsec_|^[\w-]{20,}$/);
  });

  function findDocument(status: string) {
    const row = release.tables.documents?.find((document) => document.status === status);
    return database().read.documents.find(String(row?.document_id));
  }
});
