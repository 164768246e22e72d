import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type NotifierHarness, notifierContract } from '@countersign/signing/testing';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSmtpNotifier } from './index.ts';

const mails: { readonly recipients: readonly string[]; readonly mail: Email }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    buffer(stream)
      .then((bytes) => PostalMime.parse(bytes))
      .then((mail) => mails.push({ recipients, mail }))
      .then(() => done(), done);
  },
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

notifierContract(async (): Promise<NotifierHarness> => {
  const notifier = createSmtpNotifier(url, 'Countersign <no-reply@sign.example.com>');
  return {
    notifier,
    received: async (to) => mails.filter(({ recipients }) => recipients.includes(to)).map(toReceived),
    dropsRepeats: false,
    channels: ['email'],
    close: async () => notifier.close(),
  };
});

const message = {
  messageId: 'invitation:d1:s1',
  channel: 'email' as const,
  to: 'anna@example.com',
  subject: 'Signera: avtal',
  text: 'Hej',
  html: '<p>Hej</p>',
};

it('says who it is from and gives a repeat the same Message-ID', async () => {
  const notifier = createSmtpNotifier(url, 'Countersign <no-reply@sign.example.com>');
  await notifier.send(message);
  await notifier.send(message);
  await notifier.send({ ...message, messageId: 'other' });
  notifier.close();
  const [first, second, other] = mails.slice(-3).map(({ mail }) => mail);
  expect(first?.from).toMatchObject({ name: 'Countersign', address: 'no-reply@sign.example.com' });
  expect(first?.messageId).toMatch(/^<[0-9a-f]{40}@sign\.example\.com>$/);
  expect(second?.messageId).toBe(first?.messageId);
  expect(other?.messageId).not.toBe(first?.messageId);
});

it('keeps line breaks in a subject or an address from adding headers or recipients', async () => {
  const notifier = createSmtpNotifier(url, 'no-reply@sign.example.com');
  await notifier.send({ ...message, subject: 'Hi\r\nBcc: eve@example.com' });
  expect(mails.at(-1)?.recipients).toEqual(['anna@example.com']);
  await notifier.send({ ...message, to: 'anna@example.com, eve@example.com' }).catch(() => undefined);
  expect(mails.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com');
  notifier.close();
});

it('rejects when there is no mail server, and for a channel it does not carry', async () => {
  const notifier = createSmtpNotifier('smtp://127.0.0.1:1', 'no-reply@sign.example.com');
  await expect(notifier.send(message)).rejects.toThrow();
  await expect(notifier.send({ ...message, channel: 'sms' })).rejects.toMatchObject({
    code: 'channel_not_supported',
  });
});

it('refuses an address that is not a mail server', () => {
  const refusal = expect.objectContaining({ code: 'smtp_url_invalid' });
  for (const wrong of ['http://mail.example.com', 'mail.example.com', ''])
    expect(() => createSmtpNotifier(wrong, 'a@example.com')).toThrow(refusal);
});

function toReceived({ recipients, mail }: (typeof mails)[number]) {
  const [to = ''] = recipients;
  return {
    channel: 'email' as const,
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  };
}
