import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(shareOf(databaseKinds))('following documents up on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let passedMs = 0;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind, () => new Date(Date.now() + passedMs));
  });
  afterAll(() => running?.close());

  /** As two nodes whose schedules fall together. */
  async function passDays(days: number): Promise<void> {
    passedMs += days * DAY_MS;
    const job = { name: 'follow-up-documents' } as const;
    await running.service.database.transact(async ({ jobs }) => {
      await jobs.enqueue(job);
      await jobs.enqueue(job);
    });
  }

  async function send(changes: object) {
    const { client } = running;
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' }];
    const body = documentBody(await uploadFixture(client), { signeeDetails, ...changes });
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    return { documentId, emailAddress, link: await readInvitation(client, emailAddress) };
  }

  const subjectsTo = async (address: string) =>
    (
      await running.client.get<{ subject: string }[]>(`/outbox/messages?to=${encodeURIComponent(address)}`)
    ).body.map(({ subject }) => subject);
  const waitForSubject = (address: string, part: string) =>
    waitFor(`“${part}” to ${address}`, async () => {
      const subjects = await subjectsTo(address);
      return subjects.some((subject) => subject.includes(part)) ? subjects : null;
    });
  const inDays = (days: number) => new Date(Date.now() + passedMs + days * DAY_MS).toISOString();

  it.skipIf(skip)('[4.4-08] expired documents are revoked, and those concerned get one notice', async () => {
    const { client } = running;
    const name = `Lease ${randomUUID()}`;
    const { documentId, emailAddress, link } = await send({ name, expiryDate: inDays(3) });
    await passDays(4);
    expect(await signByHand(client.anonymous, link)).toMatchObject({
      status: 403,
      body: { errorCode: 'document_not_signable' },
    });
    expect(await waitForSubject(emailAddress, 'is over')).toHaveLength(2);
    const toOwner = await waitForSubject('owner@example.com', `“${name}” has expired`);
    expect(toOwner.filter((subject) => subject.includes(name))).toHaveLength(1);
    expect(await client.get(`/v1/docs/${documentId}`)).toMatchObject({
      status: 200,
      // The pages of the sender called it withdrawn.
      body: { status: 'revoked', isExpired: true, name },
    });
    const listed = await client.get<{ documents: unknown[] }>('/v1/docs?include=progress&group=ended');
    expect(listed.body.documents).toContainEqual(
      expect.objectContaining({ documentId, progress: expect.objectContaining({ isExpired: true }) }),
    );
    const page = await client.anonymous.get(`${link}/session`);
    expect(page.body).toMatchObject({ canSign: false, reason: 'expired', pages: 0 });
  });

  it.skipIf(skip)('[2.3-12] automatic reminders are sent once each, and counted', async () => {
    const automaticReminders = { afterDays: 2, everyDays: 2 };
    const { documentId, emailAddress } = await send({ automaticReminders });
    for (const sent of [1, 2]) {
      await passDays(2);
      const shown = await waitFor(`reminder ${sent}`, async () => {
        const { body } = await running.client.get<{
          signeeDetails: { reminders: { reminderSentCount: number } }[];
        }>(`/v1/docs/${documentId}`);
        const count = body.signeeDetails[0]?.reminders.reminderSentCount ?? 0;
        return count >= sent ? count : null;
      });
      expect(shown).toBe(sent);
      await waitFor('its message', async () =>
        (await subjectsTo(emailAddress)).length === sent + 1 ? true : null,
      );
    }
  });
});
