import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { OutgoingMessage } from '@countersign/signing';
import { notifierContract } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEmbeddedDatabase } from '../testing/use-embedded-database.ts';
import { createDeliveryReports } from './delivery-reports.ts';
import { createElksProvider } from './elks.ts';
import { createSendOnce, type PhoneProvider } from './phone-provider.ts';
import { answerJson, type ReceivedCall, startProviderServer } from './testing/provider-server.ts';
import { createTwilioProvider } from './twilio.ts';

const ACCOUNT_SID = `AC${'0'.repeat(32)}`;
const AUTH_TOKEN = 'twilio token';
const MESSAGES_PATH = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
const TEMPLATE_SID = `HX${'1'.repeat(32)}`;
const BASE_URL = 'https://sign.example.com';
const reports = createDeliveryReports({
  baseUrl: BASE_URL,
  key: new Uint8Array(32),
  twilioAuthToken: AUTH_TOKEN,
});

interface Taken {
  readonly to: string;
  readonly text: string;
  readonly takenAt: Date;
}

/** Numbers for which the next message is refused by an outage. */
const failing = new Set<string>();

const [INVALID, BLOCKED, LIMITED, DOWN, SILENT, LOST] = [
  '+46700000001',
  '+46700000002',
  '+46700000003',
  '+46700000004',
  '+46700000005',
  '+46700000006',
];

/** As documented at https://www.twilio.com/docs/messaging/api/message-resource. */
function answerAsTwilio(
  taken: Taken[],
  { method, path, query, form }: ReceivedCall,
  response: ServerResponse,
) {
  if (path !== MESSAGES_PATH) return answerJson(response, 404, { code: 20404, status: 404 });
  if (method === 'GET') {
    const messages = taken
      .filter(({ to }) => to === query.get('To'))
      .map(({ to, text, takenAt }) => ({
        to,
        body: text,
        date_sent: null,
        date_created: takenAt.toUTCString(),
      }));
    return answerJson(response, 200, { messages, page: 0, page_size: 100 });
  }
  const { To = '', Body, ContentVariables } = form;
  const number = To.replace('whatsapp:', '');
  const refuse = (status: number, code: number, message: string, headers = {}) =>
    answerJson(response, status, { code, message, more_info: '', status }, headers);
  if (number === INVALID) return refuse(400, 21211, `Invalid 'To' Phone Number: ${To}`);
  if (number === BLOCKED) return refuse(400, 21610, 'Attempt to send to unsubscribed recipient');
  if (number === LIMITED) return refuse(429, 20429, 'Too Many Requests', { 'retry-after': '7' });
  if (number === DOWN || failing.delete(number)) return refuse(503, 20503, 'Service unavailable');
  if (number === SILENT) return undefined;
  taken.push({ to: To, text: Body ?? String(ContentVariables), takenAt: new Date() });
  if (number === LOST) return response.destroy();
  return answerJson(response, 201, { sid: `SM${taken.length}`, status: 'queued', error_code: null, to: To });
}

/** As documented at https://46elks.com/docs/send-sms: refusals are plain text. */
function answerAsElks(taken: Taken[], { method, path, form }: ReceivedCall, response: ServerResponse) {
  if (path !== '/a1/sms') return response.writeHead(404).end('404 Not Found');
  if (method === 'GET') {
    return answerJson(response, 200, { data: taken.map(({ to, text }) => ({ to, message: text })) });
  }
  const { to = '', message = '' } = form;
  const refuse = (status: number, text: string, headers = {}) =>
    response.writeHead(status, headers).end(text);
  if (to === INVALID) return refuse(400, 'Invalid to number');
  if (to === LIMITED) return refuse(429, 'Too many requests', { 'retry-after': '7' });
  if (to === DOWN || failing.delete(to)) return refuse(503, 'Service unavailable');
  if (to === SILENT) return undefined;
  taken.push({ to, text: message, takenAt: new Date() });
  if (to === LOST) return response.destroy();
  return answerJson(response, 200, { id: `s${taken.length}`, status: 'created', to, message, cost: 3500 });
}

const message = (to: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  messageId: `invitation:${to}:sms`,
  channel: 'sms',
  to,
  subject: '',
  text: `Greta asks you to sign “Avtal”: https://sign.example.com/sign/${to}`,
  html: '',
  about: { documentId: 'd1', signeeId: 's1' },
  ...changes,
});

const database = useEmbeddedDatabase();

const TIMEOUT_MS = 1_000;
const PROVIDERS = {
  twilio: {
    answer: answerAsTwilio,
    create: (api: string): PhoneProvider =>
      createTwilioProvider({
        ...{ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, api, timeoutMs: TIMEOUT_MS },
        ...{ smsFrom: '+15005550006', whatsappFrom: '+15005550007' },
        whatsappTemplates: { 'invitation.sv': TEMPLATE_SID },
        statusUrl: (sent) => reports.statusUrl('twilio', sent),
      }),
  },
  '46elks': {
    answer: answerAsElks,
    create: (api: string): PhoneProvider =>
      createElksProvider({
        ...{ username: 'u1', password: 'secret', from: 'Acme', api, timeoutMs: TIMEOUT_MS },
        statusUrl: (sent) => reports.statusUrl('46elks', sent),
      }),
  },
} as const;

describe.each(['twilio', '46elks'] as const)('SMS through %s', (name) => {
  const taken: Taken[] = [];
  let server: Awaited<ReturnType<typeof startProviderServer>>;
  let provider: PhoneProvider;
  beforeAll(async () => {
    server = await startProviderServer((call, response) => PROVIDERS[name].answer(taken, call, response));
    provider = PROVIDERS[name].create(server.api);
  });
  afterAll(async () => {
    server.close();
    await provider.close();
  });
  const open = () => createSendOnce(provider, database().messageAttempts);

  notifierContract(async () => ({
    notifier: open(),
    received: async (to) =>
      taken
        .filter((one) => one.to === to)
        .map(({ text }) => ({ channel: 'sms', to, text, subject: '', html: '' })),
    dropsRepeats: true,
    channels: ['sms'],
    close: async () => undefined,
  }));

  it('sends with basic authentication, and says where to report', async () => {
    await provider.send(message('+46709999999'));
    const call = server.calls.at(-1);
    const user = name === 'twilio' ? `${ACCOUNT_SID}:${AUTH_TOKEN}` : 'u1:secret';
    expect(call?.authorization).toBe(`Basic ${Buffer.from(user).toString('base64')}`);
    const statusUrl = call?.form[name === 'twilio' ? 'StatusCallback' : 'whendelivered'];
    expect(statusUrl).toMatch(new RegExp(`^${BASE_URL}/message-status/${name}\\?document=d1&signee=s1&`));
  });

  it('says for good that a number is wrong', async () => {
    await expect(open().send(message(INVALID))).rejects.toMatchObject({
      name: 'MessageRejected',
      reason: 'recipient_invalid',
    });
  });

  it('leaves an outage and a time-out to be tried again', async () => {
    await expect(open().send(message(DOWN))).rejects.toMatchObject({ code: 'provider_failed' });
    await expect(open().send(message(SILENT))).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('does not send again what was taken before the answer was lost', async () => {
    const notifier = open();
    const lost = message(LOST, { messageId: `lost:${name}` });
    await expect(notifier.send(lost)).rejects.toThrow();
    await notifier.send(lost);
    await notifier.send(lost);
    expect(taken.filter(({ to }) => to === LOST)).toHaveLength(1);
  });

  it('sends a reminder after an outage, though an equal one was sent before', async () => {
    const to = '+46702222222';
    const reminder = (count: number) => message(to, { messageId: `reminder:${name}:${count}` });
    await open().send(reminder(1));
    failing.add(to);
    await expect(open().send(reminder(2))).rejects.toMatchObject({ code: 'provider_failed' });
    await open().send(reminder(2));
    expect(taken.filter((one) => one.to === to)).toHaveLength(2);
  });

  it('asks nothing of a provider that limits us before its pause is over', async () => {
    const limited = PROVIDERS[name].create(server.api);
    await expect(limited.send(message(LIMITED))).rejects.toMatchObject({
      code: 'provider_busy',
      params: { seconds: 7 },
    });
    const before = server.calls.length;
    await expect(limited.send(message('+46701111111'))).rejects.toMatchObject({ code: 'provider_busy' });
    expect(server.calls).toHaveLength(before);
    await limited.close();
  });
});

describe('through Twilio', () => {
  const taken: Taken[] = [];
  let server: Awaited<ReturnType<typeof startProviderServer>>;
  let provider: PhoneProvider;
  beforeAll(async () => {
    server = await startProviderServer((call, response) => answerAsTwilio(taken, call, response));
    provider = PROVIDERS.twilio.create(server.api);
  });
  afterAll(async () => {
    server.close();
    await provider.close();
  });

  it('a recipient who unsubscribed is blocked', async () => {
    await expect(provider.send(message(BLOCKED))).rejects.toMatchObject({ reason: 'recipient_blocked' });
  });

  const whatsapp = (language: 'sv' | 'en') =>
    message('+46708888888', {
      channel: 'whatsapp',
      template: { kind: 'invitation', language, variables: ['Bo\nEk', '', 'Avtal', 'https://s.example/x'] },
    });

  it('WhatsApp gets the approved text of the kind and language, without empty variables or line breaks', async () => {
    await provider.send(whatsapp('sv'));
    const form = server.calls.at(-1)?.form;
    expect(form).toMatchObject({
      To: 'whatsapp:+46708888888',
      From: 'whatsapp:+15005550007',
      ContentSid: TEMPLATE_SID,
    });
    expect(form?.Body).toBeUndefined();
    expect(JSON.parse(form?.ContentVariables ?? '')).toEqual({
      1: 'Bo Ek',
      2: '-',
      3: 'Avtal',
      4: 'https://s.example/x',
    });
    expect(await provider.hasTaken(whatsapp('sv'), new Date())).toBe(true);
  });

  it('takes no equal message from before the attempt for this one', async () => {
    await provider.send(message('+46703333333'));
    const minuteLater = new Date(Date.now() + 3 * 60_000);
    expect(await provider.hasTaken(message('+46703333333'), new Date())).toBe(true);
    expect(await provider.hasTaken(message('+46703333333'), minuteLater)).toBe(false);
  });

  it('WhatsApp is refused where no text was approved', async () => {
    await expect(provider.send(whatsapp('en'))).rejects.toMatchObject({ reason: 'message_refused' });
  });
});

describe('reports of delivery', () => {
  const about = { documentId: 'd1', signeeId: 's1', channel: 'sms' as const };
  const sign = (url: string, form: Record<string, string>) => {
    const text =
      url +
      Object.keys(form)
        .sort()
        .map((name) => name + form[name])
        .join('');
    return createHmac('sha1', AUTH_TOKEN).update(text).digest('base64');
  };
  const read = (form: Record<string, string>, changes: { url?: string; signature?: string } = {}) => {
    const url = reports.statusUrl('twilio', message('+46701111111')) ?? '';
    return reports.read('twilio', { url, form, signature: sign(url, form), ...changes });
  };

  it.each([
    [{ MessageStatus: 'delivered' }, { ...about, failure: null }],
    [
      { MessageStatus: 'undelivered', ErrorCode: '30005' },
      { ...about, failure: 'recipient_invalid' },
    ],
    [
      { MessageStatus: 'failed', ErrorCode: '30004' },
      { ...about, failure: 'recipient_blocked' },
    ],
    [
      { MessageStatus: 'failed', ErrorCode: '99999' },
      { ...about, failure: 'recipient_unreachable' },
    ],
    [{ MessageStatus: 'sent' }, 'pending'],
  ])('of Twilio: %j', (form, outcome) => {
    expect(read({ MessageSid: 'SM1', ...form } as Record<string, string>)).toEqual(outcome);
  });

  it('are forged without the signature of Twilio, or with another address', () => {
    const form = { MessageStatus: 'delivered' };
    expect(read(form, { signature: 'AAAA' })).toBe('forged');
    const other = (reports.statusUrl('twilio', message('+4670')) ?? '').replace('signee=s1', 'signee=s2');
    expect(read(form, { url: other, signature: sign(other, form) })).toBe('forged');
  });

  it('of 46elks are known by the address alone', () => {
    const url = reports.statusUrl('46elks', message('+4670')) ?? '';
    const outcomeOf = (status: string) =>
      reports.read('46elks', { url, form: { status }, signature: undefined });
    expect(outcomeOf('delivered')).toEqual({ ...about, failure: null });
    expect(outcomeOf('failed')).toEqual({ ...about, failure: 'recipient_unreachable' });
    expect(outcomeOf('sent')).toBe('pending');
    const guessed = `${BASE_URL}/message-status/46elks?document=d1&signee=s1&channel=sms&code=guess`;
    expect(reports.read('46elks', { url: guessed, form: {}, signature: undefined })).toBe('forged');
  });

  it('are not asked for a message that is about no signee', () => {
    const { about: _, ...anonymous } = message('+4670');
    expect(reports.statusUrl('46elks', anonymous)).toBeNull();
  });
});
