import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOnfidoClient, type OnfidoClient } from './onfido-client.ts';
import { type OnfidoServer, startOnfidoServer } from './testing/onfido-server.ts';

const TOKENS = { token: 'api_sandbox.secret', webhookToken: 'webhook secret' };
const REQUEST = {
  workflowId: 'workflow-1',
  reference: '0b8f0c5e-6b3d-4f0e-9d43-27f9f7d3a111',
  returnUrl: 'https://sign.test/x',
} as const;

describe('the client of Onfido', () => {
  let server: OnfidoServer;
  let onfido: OnfidoClient;
  beforeAll(async () => {
    server = await startOnfidoServer(TOKENS.token, TOKENS.webhookToken);
    onfido = createOnfidoClient({ ...TOKENS, api: server.api });
  });
  beforeEach(() => server.refuseWith(0));
  afterAll(() => server.close());

  const start = async (language: 'en' | 'sv' | 'es' = 'en') =>
    onfido.startRun({ ...REQUEST, applicantId: await onfido.createApplicant(), language });

  it('asks for a page in a language that Onfido has, and leaves others to the browser', async () => {
    // A run in `sv_SE`, which Onfido does not have, was refused: no Swedish signee could begin a check.
    for (const [language, locale] of [
      ['en', 'en_US'],
      ['es', 'es_ES'],
      ['sv', undefined],
    ] as const) {
      const { sessionId } = await start(language);
      expect(server.runs.get(sessionId)?.link.language).toBe(locale);
    }
  });

  it('leads back also when the page has expired', async () => {
    const { sessionId } = await start();
    const { returnUrl } = REQUEST;
    const link = { completed_redirect_url: returnUrl, expired_redirect_url: returnUrl };
    expect(server.runs.get(sessionId)).toMatchObject({ customer_user_id: REQUEST.reference, link });
  });

  it('takes signed events only, and asks the API which check they are about', async () => {
    const { sessionId } = await start();
    const { body, signature } = server.event(sessionId);
    // As often as it is sent.
    for (let count = 0; count < 2; count++)
      expect(await onfido.readEvent(body, signature)).toBe(REQUEST.reference);
    expect(await onfido.readEvent(Buffer.concat([body, Buffer.from(' ')]), signature)).toBe('forged');
    expect(await onfido.readEvent(body, '')).toBe('forged');
    const other = createOnfidoClient({ ...TOKENS, webhookToken: 'other', api: server.api });
    expect(await other.readEvent(body, signature)).toBe('forged');
  });

  it.each([
    [429, 'provider_busy'],
    [500, 'provider_failed'],
    [422, 'provider_failed'],
  ])('rejects with a code when the answer is %s', async (status, code) => {
    server.refuseWith(status);
    await expect(start()).rejects.toMatchObject({ code });
    await expect(onfido.checkHealth()).rejects.toMatchObject({ code });
  });

  it('reads no more of a picture than the largest that it takes', async () => {
    const mebibyte = 1024 * 1024;
    server.documents.set('largest', Buffer.alloc(12 * mebibyte));
    server.documents.set('larger', Buffer.alloc(12 * mebibyte + 1));
    expect(await onfido.downloadDocument('largest')).toHaveLength(12 * mebibyte);
    await expect(onfido.downloadDocument('larger')).rejects.toMatchObject({ code: 'answer_not_usable' });
  });

  it('knows whether Onfido responds and takes the token', async () => {
    await onfido.checkHealth();
    const other = createOnfidoClient({ ...TOKENS, token: 'other', api: server.api });
    await expect(other.checkHealth()).rejects.toMatchObject({ code: 'provider_failed' });
  });
});
