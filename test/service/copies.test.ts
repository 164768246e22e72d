import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentBody, signByHand, uploadFixture, waitFor, waitForStatus } from './journey-steps.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

interface Details {
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

const MEMBERS = {
  copies: [
    { fullName: 'Åsa Öberg', emailAddress: 'asa@example.com', language: 'sv' },
    { emailAddress: 'archive@example.com' },
  ],
  redirectUrl: 'https://example.com/thanks?order=7&event=none#top',
  replyTo: 'contracts@example.com',
};

describe('what follows a signature', () => {
  let running: TestService;
  let mails: MailServer;
  let fileId: string;
  beforeAll(async () => {
    mails = await startMailServer();
    running = await startService(anyDatabase, {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Countersign <no-reply@example.com>',
    });
    fileId = await uploadFixture(running.client, 'plain/a4.pdf');
  });
  afterAll(async () => {
    await running?.close();
    await mails?.close();
  });

  const signee = () => ({
    fullName: 'Ada',
    emailAddress: `${randomUUID()}@example.com`,
    signaturePlacement: 'new_page',
  });
  const post = (changes: object) =>
    running.client.post<{ documentId: string } & Details>('/v1/docs', documentBody(fileId, { ...changes }));
  const linkIn = async (to: string) =>
    /\/sign\/[\w-]+/.exec((await mails.find(to)).text ?? '')?.[0] ?? expect.fail('no link');
  const send = async (changes: object, people = [signee()]) => {
    const { body } = await post({ signeeDetails: people, ...changes });
    const links: string[] = [];
    for (const { emailAddress } of people) links.push(await linkIn(emailAddress));
    return { documentId: body.documentId, people, links };
  };
  const show = async (documentId: string) => (await running.client.get(`/v1/docs/${documentId}`)).body;
  const sessionOf = async (link: string) =>
    (
      await running.client.anonymous.get<{ redirectUrl?: string; signee: { signeeId: string } }>(
        `${link}/session`,
      )
    ).body;

  it('[D10-14] copies get the completed document in their language, nothing before, and are in GET', async () => {
    const asa = `${randomUUID()}@example.com`;
    const archive = `${randomUUID()}@example.com`;
    const copies = [{ fullName: 'Åsa Öberg', emailAddress: asa, language: 'sv' }, { emailAddress: archive }];
    const { documentId, people, links } = await send({ copies }, [signee(), signee()]);
    expect(await show(documentId)).toMatchObject({
      copies: [copies[0], { fullName: '', emailAddress: archive, language: 'en' }],
    });
    await signByHand(running.client.anonymous, links[0] ?? '', []);
    expect(mails.list(asa)).toEqual([]);
    await signByHand(running.client.anonymous, links[1] ?? '', []);
    const inSwedish = await mails.find(asa);
    expect(inSwedish.subject).toContain('Signerat');
    expect(inSwedish.text).toContain('Åsa Öberg');
    expect((await mails.find(archive)).subject).toContain('Signed');
    const ofSignee = await mails.find(people[0]?.emailAddress ?? '', 'signed by everyone');
    for (const copy of [inSwedish, await mails.find(archive)]) {
      expect(copy.attachments.map(({ content }) => content)).toEqual(
        ofSignee.attachments.map(({ content }) => content),
      );
      expect(`${copy.text}${copy.html}`).not.toMatch(/\/sign\/|\/documents\//);
    }
  });

  it('[D10-14] a copy that cannot be delivered is shown on the document, and the others are sent', async () => {
    const arriving = `${randomUUID()}@example.com`;
    const copies = [{ emailAddress: 'gone@nobody.example' }, { emailAddress: arriving }];
    const { documentId, links } = await send({ copies });
    await signByHand(running.client.anonymous, links[0] ?? '', []);
    await mails.find(arriving);
    const shown = await waitFor('the problem', async () => {
      const { body } = await running.client.get<{ copies: { deliveryProblem?: unknown }[] }>(
        `/v1/docs/${documentId}`,
      );
      return body.copies[0]?.deliveryProblem === undefined ? null : body;
    });
    expect(shown.copies).toEqual([
      expect.objectContaining({ deliveryProblem: { reason: 'recipient_invalid', at: expect.any(String) } }),
      expect.not.objectContaining({ deliveryProblem: expect.anything() }),
    ]);
    const { body } = await running.client.get<{ events: object[] }>(`/v1/docs/${documentId}/events?limit=50`);
    expect(JSON.stringify(body.events)).not.toContain('gone@nobody.example');
    expect(body.events).toContainEqual(
      expect.objectContaining({ type: 'document.message_failed', reason: 'recipient_invalid' }),
    );
  });

  it.each([
    [
      '21 copies',
      { copies: Array.from({ length: 21 }, (_, i) => ({ emailAddress: `c${i}@example.com` })) },
      'copies',
    ],
    [
      'an address twice',
      { copies: ['a@example.com', 'A@Example.com'].map((emailAddress) => ({ emailAddress })) },
      'copies.1.emailAddress',
    ],
    ['a copy without address', { copies: [{ fullName: 'Ada' }] }, 'copies.0.emailAddress'],
    ['a copy with an empty address', { copies: [{ emailAddress: '' }] }, 'copies.0.emailAddress'],
    [
      'an address with a line break',
      { copies: [{ emailAddress: 'a@example.com\r\nBcc: b@example.com' }] },
      'copies.0.emailAddress',
    ],
    [
      'an unknown language',
      { copies: [{ emailAddress: 'a@example.com', language: 'fr' }] },
      'copies.0.language',
    ],
  ])('[D10-14] %s is refused, naming the member', async (_, changes, path) => {
    const { status, body } = await post(changes);
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
  });

  it.each([
    ['http', 'http://example.com/'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a path', '//example.com/thanks'],
    ['a user', 'https://bank.example@evil.example/'],
    ['a password', 'https://a:b@example.com/'],
    ['a blank', 'https://example.com/a b'],
    ['a line break', 'https://example.com/\nx'],
    ['a backslash', 'https:\\\\example.com/'],
    ['a hidden character', 'https://exam\u202eple.com/'],
    ['a host that only begins like loopback', 'http://127.0.0.1.example.com/'],
    ['2,049 characters', `https://example.com/${'a'.repeat(2029)}`],
  ])('[D10-15] redirectUrl with %s is refused, naming the member', async (_, redirectUrl) => {
    const { status, body } = await post({ redirectUrl });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([
      { path: 'redirectUrl', message: expect.stringContaining('redirectUrl') },
    ]);
  });

  it.each([
    'https://example.com/',
    `https://example.com/${'a'.repeat(2028)}`,
    'http://localhost:3000/done',
    'http://127.0.0.1/',
    'http://[::1]:8080/x',
  ])('[D10-15] %.40s is taken in development', async (redirectUrl) => {
    const { status, body } = await post({ redirectUrl });
    expect(status).toBe(201);
    expect(await show(body.documentId)).toMatchObject({ redirectUrl });
  });

  it('[D10-15] the session has redirectUrl with its parameters once that signee signed or declined, and not before', async () => {
    const { redirectUrl } = MEMBERS;
    const { documentId, links } = await send({ redirectUrl }, [signee(), signee()]);
    const [first = '', second = ''] = links;
    expect(await sessionOf(first)).not.toHaveProperty('redirectUrl');
    const { body: answer } = await signByHand(running.client.anonymous, first, []);
    const signed = await sessionOf(first);
    const expected = (event: string, signeeId: string) =>
      `https://example.com/thanks?order=7&event=${event}&documentId=${documentId}&signeeId=${signeeId}#top`;
    expect(signed.redirectUrl).toBe(expected('signed', signed.signee.signeeId));
    expect(answer).toMatchObject({ redirectUrl: signed.redirectUrl });
    expect(await sessionOf(second)).not.toHaveProperty('redirectUrl');
    const declined = await running.client.anonymous.post(`${second}/decline`, { reason: 'No' });
    expect(declined.status).toBe(200);
    const after = await sessionOf(second);
    expect(after.redirectUrl).toBe(expected('declined', after.signee.signeeId));
  });

  it('[D10-16] replyTo, or the address of the owner, stands in Reply-To of messages to signees alone', async () => {
    const { body: me } = await running.client.get<{ emailAddress: string }>('/v1/users/me');
    for (const [changes, address] of [
      [{ replyTo: 'contracts@example.com' }, 'contracts@example.com'],
      [{}, me.emailAddress],
      [{ replyTo: '' }, me.emailAddress],
    ] as const) {
      const { documentId, people, links } = await send(changes);
      const to = people[0]?.emailAddress ?? '';
      await signByHand(running.client.anonymous, links[0] ?? '', []);
      await mails.find(to, 'signed by everyone');
      for (const mail of mails.list(to)) expect(mail.replyTo).toMatchObject([{ address }]);
      await waitForStatus(running.client, documentId, 'completed');
      await mails.find(me.emailAddress, 'signed by everyone');
    }
    for (const mail of mails.list(me.emailAddress)) expect(mail.replyTo).toBeUndefined();
    expect((await post({ replyTo: 'a@example.com, b@example.com' })).body.details).toMatchObject([
      { path: 'replyTo' },
    ]);
  });

  it('[D10-14] [D10-15] [D10-16] drafts, templates, links and duplicates carry them, and give back what was put', async () => {
    const { client } = running;
    const body = documentBody(fileId, MEMBERS);
    const draft = await client.post<{ draftId: string }>('/v1/docs/drafts', body);
    expect((await client.get(`/v1/docs/drafts/${draft.body.draftId}`)).body).toMatchObject(MEMBERS);
    const sent = await client.post<{ documentId: string }>(`/v1/docs/drafts/${draft.body.draftId}/send`, {});
    expect(sent.status).toBe(201);
    expect(await show(sent.body.documentId)).toMatchObject({ ...MEMBERS, copies: [MEMBERS.copies[0], {}] });
    const duplicate = await client.post<object>(`/v1/docs/${sent.body.documentId}/duplicate`, {});
    expect(duplicate.body).toMatchObject(MEMBERS);
    const role = { fullName: 'Tenant', signaturePlacement: 'new_page' };
    const template = await client.post<{ templateId: string }>('/v1/templates', {
      ...{ fileId, name: 'Lease', signeeDetails: [role], ...MEMBERS },
    });
    const { templateId } = template.body;
    expect((await client.get(`/v1/templates/${templateId}`)).body).toMatchObject(MEMBERS);
    const { fileId: _, ...request } = documentBody(fileId);
    const made = await client.post<{ documentId: string }>('/v1/docs', { ...request, templateId });
    expect(await show(made.body.documentId)).toMatchObject({ replyTo: MEMBERS.replyTo });
    const link = await client.post<{ linkId: string }>('/v1/links', {
      ...{ fileId, name: 'Lease', signeeDetails: [{ signaturePlacement: 'new_page' }], ...MEMBERS },
    });
    expect((await client.get(`/v1/links/${link.body.linkId}`)).body).toMatchObject(MEMBERS);
  });

  it('[D10-15] a draft says which redirectUrl would be refused', async () => {
    const { body } = await running.client.post<Details>('/v1/docs/drafts', {
      ...documentBody(fileId),
      redirectUrl: 'http://example.com/',
    });
    expect(body.details).toMatchObject([{ path: 'redirectUrl' }]);
  });
});
