import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AttachmentTooLarge } from '@countersign/signing';
import { type NotifierHarness, notifierContract } from '@countersign/signing/testing';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSmtpNotifier } from './email.ts';

const mails: { readonly recipients: readonly string[]; readonly mail: Email }[] = [];
/** The server's response for an address. */
const REFUSALS: Readonly<Record<string, readonly [code: number, text: string]>> = {
  'nobody@example.com': [550, '5.1.1 No such user'],
  'unknown@example.com': [550, 'No such user'],
  'full@example.com': [552, '5.2.2 Mailbox full'],
  'small@example.com': [552, '5.3.4 Message too big for system'],
  'old@example.com': [552, 'Message size exceeds fixed limit'],
  'later@example.com': [451, '4.7.1 Greylisted'],
  'relay@example.com': [554, '5.7.1 Relay access denied'],
};
const PDF = randomBytes(300_000);
const opened: Readable[] = [];
const blobs = {
  read: async () => {
    const stream = Readable.from([PDF.subarray(0, 200_000), PDF.subarray(200_000)]);
    opened.push(stream);
    return { stream, size: PDF.length };
  },
};
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    const refusal = REFUSALS[address];
    if (refusal === undefined) return done();
    const [code, text] = refusal;
    done(Object.assign(new Error(text), { responseCode: code }));
  },
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
  const notifier = createSmtpNotifier(url, 'Countersign <no-reply@sign.example.com>', blobs);
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
  const notifier = createSmtpNotifier(url, 'Countersign <no-reply@sign.example.com>', blobs);
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
  const notifier = createSmtpNotifier(url, 'no-reply@sign.example.com', blobs);
  await notifier.send({ ...message, subject: 'Hi\r\nBcc: eve@example.com' });
  expect(mails.at(-1)?.recipients).toEqual(['anna@example.com']);
  await notifier.send({ ...message, to: 'anna@example.com, eve@example.com' }).catch(() => undefined);
  expect(mails.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com');
  notifier.close();
});

it('rejects when there is no mail server, and for a channel it does not carry', async () => {
  const notifier = createSmtpNotifier('smtp://127.0.0.1:1', 'no-reply@sign.example.com', blobs);
  await expect(notifier.send(message)).rejects.toThrow();
  await expect(notifier.send({ ...message, channel: 'sms' })).rejects.toMatchObject({
    code: 'channel_not_supported',
  });
});

it('puts the sender before the name of the service, without what would end the header or fake an address', async () => {
  const notifier = createSmtpNotifier(url, 'Countersign <no-reply@sign.example.com>', blobs);
  await notifier.send({ ...message, senderName: 'Łukasz at Nordhavn, AB' });
  await notifier.send({
    ...message,
    senderName: 'Bank <ceo@bank.example>\r\nBcc: eve@example.com\u202e',
  });
  notifier.close();
  const [plain, hostile] = mails.slice(-2);
  const address = 'no-reply@sign.example.com';
  expect(plain?.mail.from).toMatchObject({ name: 'Łukasz at Nordhavn AB via Countersign', address });
  expect(hostile?.mail.from).toMatchObject({
    name: 'Bank ceo bank.example Bcc eve example.com via Countersign',
    address,
  });
  expect(hostile?.recipients).toEqual(['anna@example.com']);
});

it('attaches a file from the blob store, and lets go of it', async () => {
  const notifier = createSmtpNotifier(url, 'no-reply@sign.example.com', blobs);
  const attachment = { blobId: 'sealed-1', fileName: 'Avtal Żółć.pdf' };
  await notifier.send({ ...message, attachment });
  notifier.close();
  const [attached] = mails.at(-1)?.mail.attachments ?? [];
  expect(attached).toMatchObject({ filename: 'Avtal Żółć.pdf', mimeType: 'application/pdf' });
  expect(Buffer.from(attached?.content as ArrayBuffer).equals(PDF)).toBe(true);
  const dead = createSmtpNotifier('smtp://127.0.0.1:1', 'no-reply@sign.example.com', blobs);
  await expect(dead.send({ ...message, attachment })).rejects.toThrow();
  expect(opened).toHaveLength(2);
  expect(opened.every(({ destroyed }) => destroyed)).toBe(true);
});

// Servers that take less than 10 MB were sent the same mail again for hours.
it.each(['small@example.com', 'old@example.com'])(
  'says that the attachment is too large for %s',
  async (to) => {
    const notifier = createSmtpNotifier(url, 'no-reply@sign.example.com', blobs);
    const attachment = { blobId: 'sealed-1', fileName: 'a.pdf' };
    await expect(notifier.send({ ...message, to, attachment })).rejects.toBeInstanceOf(AttachmentTooLarge);
    await expect(notifier.send({ ...message, to })).rejects.not.toBeInstanceOf(AttachmentTooLarge);
    notifier.close();
  },
);

it.each([
  ['nobody@example.com', 'recipient_invalid'],
  ['unknown@example.com', 'recipient_invalid'],
  ['full@example.com', 'recipient_unreachable'],
])('says that %s will never work: %s', async (to, reason) => {
  const notifier = createSmtpNotifier(url, 'no-reply@sign.example.com', blobs);
  await expect(notifier.send({ ...message, to })).rejects.toMatchObject({ name: 'MessageRejected', reason });
  notifier.close();
});

it.each(['later@example.com', 'relay@example.com'])('leaves %s to be tried again', async (to) => {
  const notifier = createSmtpNotifier(url, 'no-reply@sign.example.com', blobs);
  await expect(notifier.send({ ...message, to })).rejects.not.toMatchObject({ name: 'MessageRejected' });
  notifier.close();
});

it('refuses an address that is not a mail server', () => {
  const refusal = expect.objectContaining({ code: 'smtp_url_invalid' });
  for (const wrong of ['http://mail.example.com', 'mail.example.com', ''])
    expect(() => createSmtpNotifier(wrong, 'a@example.com', blobs)).toThrow(refusal);
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
