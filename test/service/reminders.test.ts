import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './api-client.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface Reminded {
  readonly remindersSentTo: readonly { readonly signeeId: string; readonly reminderCooldown: number }[];
  readonly remindersNotSentTo: readonly { readonly signeeId: string; readonly message: string }[];
}

interface Shown {
  readonly status: string;
  readonly signeeDetails: readonly {
    readonly signeeId: string;
    readonly emailAddress: string;
    readonly reminders: { readonly reminderSentCount: number; readonly lastReminderSentAt: string | null };
    readonly updates: { readonly lastUpdateAt: string | null; readonly updateCooldown: number };
  }[];
}

interface Kept {
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
}

/** Anybody, on a new page. */
const person = (changes: Record<string, unknown> = {}) => ({
  fullName: 'Ada Łovelace',
  emailAddress: `${randomUUID()}@example.com`,
  signaturePlacement: 'new_page',
  ...changes,
});

describe('reminders and contact details', () => {
  let running: TestService;
  let client: ApiClient;
  let fileId: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    client = running.client;
    fileId = await uploadFixture(client, 'plain/a4.pdf');
  });
  afterAll(() => running?.close());

  async function send(signeeDetails: readonly object[], changes: Record<string, unknown> = {}) {
    const body = documentBody(fileId, { signeeDetails, ...changes });
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(client, documentId, 'awaiting_signatures');
    const { signeeDetails: shown } = (await client.get<Shown>(`/v1/docs/${documentId}`)).body;
    return { documentId, signeeIds: shown.map(({ signeeId }) => signeeId) };
  }

  const remind = (documentId: string, body: unknown) =>
    client.post<Reminded>(`/v1/docs/${documentId}/reminder`, body);
  const show = async (documentId: string) => (await client.get<Shown>(`/v1/docs/${documentId}`)).body;
  const messagesTo = async (to: string) =>
    (await client.get<Kept[]>(`/outbox/messages?to=${encodeURIComponent(to)}`)).body;

  it('[4.4-53] [4.4-56] [4.4-73] [2.3-12] [2.3-13] [2.3-14] go over all contact methods, and are counted', async () => {
    const phoneNumber = '+46701234567';
    const ada = person({ phoneNumber, disableInvitationMessage: true });
    const { documentId, signeeIds } = await send([ada]);
    const first = await remind(documentId, { signeeIds });
    expect(first).toMatchObject({
      status: 200,
      body: { remindersSentTo: [{ signeeId: signeeIds[0], reminderCooldown: 0 }], remindersNotSentTo: [] },
    });
    const second = await remind(documentId, { signeeIds });
    const { reminderCooldown } = second.body.remindersSentTo[0] ?? {};
    expect(reminderCooldown).toBeGreaterThan(3500);
    expect(reminderCooldown).toBeLessThanOrEqual(3600);
    for (const to of [ada.emailAddress, phoneNumber])
      await waitFor(`two reminders to ${to}`, async () =>
        (await messagesTo(to)).length === 2 ? true : null,
      );
    const [mail] = await messagesTo(ada.emailAddress);
    expect(mail?.subject).toBe('Reminder from First user: “Contract” is waiting for your signature');
    const [shown] = (await show(documentId)).signeeDetails;
    expect(shown?.reminders).toMatchObject({ reminderSentCount: 2 });
    expect(shown?.reminders.lastReminderSentAt).toMatch(/^\d{4}-.*Z$/);
  });

  it('[4.4-55] [8-01] [8-02] [4.4-54] at most two in the window: the third is 429, and beside somebody else it is not sent', async () => {
    const { documentId, signeeIds } = await send([person(), person()]);
    const [often = '', once = ''] = signeeIds;
    await remind(documentId, { signeeIds: [often] });
    await remind(documentId, { signeeIds: [often] });
    const third = await remind(documentId, { signeeIds: [often], errorLanguage: 'sv' });
    expect(third).toMatchObject({ status: 429, body: { errorCode: 'reminder_limit_reached' } });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3500);
    const both = await remind(documentId, { signeeIds: [often, once], errorLanguage: 'sv' });
    expect(both).toMatchObject({
      status: 200,
      body: {
        remindersSentTo: [{ signeeId: once }],
        remindersNotSentTo: [{ signeeId: often, message: expect.stringContaining('påmints för ofta') }],
      },
    });
  });

  it('[8-01] the limit holds for requests at the same moment', async () => {
    const { documentId, signeeIds } = await send([person()]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => remind(documentId, { signeeIds })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    expect((await show(documentId)).signeeDetails[0]?.reminders.reminderSentCount).toBe(2);
  });

  it('[4.4-54] are not sent to who has signed or is not in turn', async () => {
    const people = [person({ signingOrder: 1 }), person({ signingOrder: 2 }), person({ signingOrder: 3 })];
    const { documentId, signeeIds } = await send(people, { enableSigningOrder: true });
    const link = await readInvitation(client, people[0]?.emailAddress ?? '');
    expect((await signByHand(client.anonymous, link, [])).status).toBe(200);
    const { status, body } = await remind(documentId, { signeeIds });
    expect(status).toBe(200);
    expect(body.remindersSentTo.map(({ signeeId }) => signeeId)).toEqual([signeeIds[1]]);
    expect(body.remindersNotSentTo.map(({ signeeId }) => signeeId)).toEqual([signeeIds[0], signeeIds[2]]);
  });

  it('[3-17] [3-21] [4.4-52] are refused without signees, for strangers, and once the document is completed', async () => {
    const { documentId, signeeIds } = await send([person({ emailAddress: 'last@example.com' })]);
    expect(await remind(documentId, {})).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_request' },
    });
    const twice = [...signeeIds, ...signeeIds];
    expect(await remind(documentId, { signeeIds: twice })).toMatchObject({ status: 400 });
    expect(await remind(documentId, { signeeIds: [randomUUID()] })).toMatchObject({
      status: 404,
      body: { errorCode: 'signee_not_found' },
    });
    const other = await running.addAccount();
    const path = `/v1/docs/${documentId}/reminder`;
    expect(await other.post(path, { signeeIds })).toMatchObject({ status: 404 });
    await signByHand(client.anonymous, await readInvitation(client, 'last@example.com'), []);
    await waitForStatus(client, documentId, 'completed');
    const refused = await remind(documentId, { signeeIds });
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'document_not_signable' } });
    // The message was about signing, though a reminder was refused, and named no remedy.
    for (const [errorLanguage, message] of [
      [
        'en',
        'The document is not waiting for signatures: it is completed. Duplicate it to ask for signatures again.',
      ],
      [
        'sv',
        'Dokumentet väntar inte på signaturer: det är klart. Duplicera det för att be om signaturer igen.',
      ],
      [
        'es',
        'El documento no está a la espera de firmas: ya está completo. Duplíquelo para volver a pedir firmas.',
      ],
    ])
      expect(await remind(documentId, { signeeIds, errorLanguage })).toMatchObject({ body: { message } });
    const change = [{ signeeId: signeeIds[0], fullName: 'Bo Ek' }];
    expect(await client.patch(`/v1/docs/${documentId}/signature-field`, change)).toMatchObject({
      status: 403,
      body: { errorCode: 'document_not_signable' },
    });
  });

  interface Changed {
    readonly signeeId: string;
    readonly previousSigneeId: string;
    readonly updateCooldown: number;
  }
  const change = (documentId: string, body: unknown) =>
    client.patch<Changed>(`/v1/docs/${documentId}/signature-field`, body);

  it('[4.4-57] [4.4-58] [4.4-59] [4.4-61] [4.4-62] [4.4-63] [2.3-02] [2.3-16] [D5-25] another address gives a new id and link, and ends the old ones', async () => {
    const ada = person();
    const { documentId, signeeIds } = await send([ada]);
    const [signeeId = ''] = signeeIds;
    const oldLink = await readInvitation(client, ada.emailAddress);
    const emailAddress = `${randomUUID()}@example.com`;
    const { status, body } = await change(documentId, [{ signeeId, fullName: null, emailAddress }]);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        previousSigneeId: signeeId,
        updated: { fullName: 'Ada Łovelace', emailAddress, phoneNumber: null },
        updateCooldown: 0,
      },
    });
    expect(body.signeeId).not.toBe(signeeId);
    const newLink = await readInvitation(client, emailAddress);
    expect((await messagesTo(emailAddress))[0]?.subject).toBe('New link from First user to sign “Contract”');
    expect(await client.anonymous.get(`${oldLink}/session`)).toMatchObject({ status: 404 });
    expect(await client.anonymous.get(`${oldLink}/document.pdf`)).toMatchObject({ status: 404 });
    expect(await remind(documentId, { signeeIds })).toMatchObject({ status: 404 });
    expect(await change(documentId, [{ signeeId, emailAddress: 'x@example.com' }])).toMatchObject({
      status: 404,
      body: { errorCode: 'signee_not_found', details: [{ path: '0.signeeId' }] },
    });
    const [shown] = (await show(documentId)).signeeDetails;
    expect(shown).toMatchObject({ signeeId: body.signeeId, emailAddress });
    expect(shown?.updates.lastUpdateAt).toMatch(/Z$/);
    expect((await signByHand(client.anonymous, newLink, [])).status).toBe(200);
    await waitForStatus(client, documentId, 'completed');
  });

  it('[4.4-60] [D5-23] [3-22] adds no contact method, and changes nobody who has signed', async () => {
    const people = [person(), person()];
    const { documentId, signeeIds } = await send(people);
    const added = await change(documentId, [{ signeeId: signeeIds[0], phoneNumber: '+46701234567' }]);
    expect(added).toMatchObject({
      status: 403,
      body: { errorCode: 'contact_not_addable', details: [{ path: '0.phoneNumber' }] },
    });
    expect(await change(documentId, [{ signeeId: signeeIds[0], emailAddress: 'nobody' }])).toMatchObject({
      status: 400,
      body: { details: [{ path: '0.emailAddress' }] },
    });
    expect(await change(documentId, [])).toMatchObject({ status: 400 });
    expect(await change(documentId, { signeeId: signeeIds[0] })).toMatchObject({ status: 400 });
    const link = await readInvitation(client, people[1]?.emailAddress ?? '');
    await signByHand(client.anonymous, link, []);
    expect(await change(documentId, [{ signeeId: signeeIds[1], fullName: 'Bo' }])).toMatchObject({
      status: 403,
      body: { errorCode: 'signee_has_signed' },
    });
  });

  it('[8-03] [D5-24] [2.3-17] the third update in a row is 429, of the same field under its newest id', async () => {
    const { documentId, signeeIds } = await send([person()]);
    const first = await change(documentId, [{ signeeId: signeeIds[0], emailAddress: 'a1@example.com' }]);
    const second = await change(documentId, [
      { signeeId: first.body.signeeId, emailAddress: 'a2@example.com' },
    ]);
    expect(second.body.updateCooldown).toBeGreaterThan(3500);
    const third = await change(documentId, [
      { signeeId: second.body.signeeId, emailAddress: 'a3@example.com' },
    ]);
    expect(third).toMatchObject({ status: 429, body: { errorCode: 'contact_update_limit_reached' } });
    const renamed = await change(documentId, [{ signeeId: second.body.signeeId, fullName: 'Ada King' }]);
    expect(renamed).toMatchObject({
      status: 200,
      body: { signeeId: second.body.signeeId, updated: { fullName: 'Ada King' } },
    });
  });

  it('several entries are all changed or none, and answer an array', async () => {
    const { documentId, signeeIds } = await send([person(), person()]);
    const [one = '', two = ''] = signeeIds;
    const wrong = [
      { signeeId: one, emailAddress: 'b1@example.com' },
      { signeeId: two, phoneNumber: '+46701234567' },
    ];
    expect(await change(documentId, wrong)).toMatchObject({ status: 403 });
    expect((await show(documentId)).signeeDetails.map(({ signeeId }) => signeeId)).toEqual(signeeIds);
    const right = [
      { signeeId: one, emailAddress: 'b1@example.com', colour: 'red' },
      { signeeId: two, fullName: 'Bo' },
    ];
    const answer = await client.patch<Changed[]>(`/v1/docs/${documentId}/signature-field`, right);
    expect(answer.body.map(({ previousSigneeId }) => previousSigneeId)).toEqual([one, two]);
    expect(answer.headers.get('x-unknown-members')).toBe('0.colour');
  });
});
