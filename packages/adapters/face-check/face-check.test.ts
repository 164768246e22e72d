import { faceCheckContract } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxFaceCheck } from './create-sandbox-face-check.ts';
import { createOnfidoFaceCheck, type OnfidoFaceCheck } from './onfido-face-check.ts';
import { type OnfidoServer, startOnfidoServer } from './testing/onfido-server.ts';

const [TOKEN, WEBHOOK_TOKEN] = ['api_sandbox.secret', 'webhook secret'];
const SETTINGS = { token: TOKEN, workflowId: 'workflow-1', webhookToken: WEBHOOK_TOKEN, minScore: 0.8 };
const REQUEST = {
  reference: '0b8f0c5e-6b3d-4f0e-9d43-27f9f7d3a111',
  portrait: Buffer.from('a face'),
  returnUrl: 'https://sign.test/x',
  language: 'sv',
} as const;
const STATUSES = { face_not_matched: 'declined', cancelled: 'abandoned', provider_failed: 'error' } as const;

describe('the sandbox', () => {
  faceCheckContract(async () => ({
    provider: createSandboxFaceCheck(),
    finish: null,
    unreachable: null,
    close: async () => undefined,
  }));

  it('says what it is', () => expect(createSandboxFaceCheck().name).toContain('no face was compared'));
});

describe('Onfido', () => {
  let server: OnfidoServer;
  let onfido: OnfidoFaceCheck;
  beforeAll(async () => {
    server = await startOnfidoServer(TOKEN, WEBHOOK_TOKEN);
    onfido = createOnfidoFaceCheck({ ...SETTINGS, api: server.api });
  });
  afterAll(() => server.close());

  faceCheckContract(async () => {
    const own = await startOnfidoServer(TOKEN, WEBHOOK_TOKEN);
    return {
      provider: createOnfidoFaceCheck({ ...SETTINGS, api: own.api }),
      finish: (id, outcome) => own.end(id, outcome === 'passed' ? 'approved' : STATUSES[outcome]),
      unreachable: createOnfidoFaceCheck({ ...SETTINGS, api: 'http://127.0.0.1:9/v3.6' }),
      close: () => own.close(),
    };
  });

  it('gets the portrait, the reference and where to lead back, and no name', async () => {
    const { sessionId, url } = await onfido.start(REQUEST);
    const run = server.runs.get(sessionId);
    expect(run).toMatchObject({
      workflow_id: 'workflow-1',
      customer_user_id: REQUEST.reference,
      link: { completed_redirect_url: REQUEST.returnUrl, language: 'sv_SE', url },
    });
    expect(server.documents.get(run?.custom_data.portrait_document_id ?? '')).toBe('a face');
  });

  it.each([
    ['approved', { score: 0.91 }, { status: 'passed', score: 0.91 }],
    ['approved', {}, { status: 'passed', score: null }],
    ['approved', { score: 0.79 }, { status: 'failed', reason: 'face_not_matched' }],
    ['review', null, { status: 'pending' }],
    ['processing', null, { status: 'pending' }],
  ])('reads %s with %j as %j', async (status, output, result) => {
    const { sessionId } = await onfido.start(REQUEST);
    server.end(sessionId, status, output);
    expect(await onfido.fetch(sessionId)).toEqual(result);
  });

  it('rejects a status that it does not know, and a wrong token', async () => {
    const { sessionId } = await onfido.start(REQUEST);
    server.end(sessionId, 'done');
    await expect(onfido.fetch(sessionId)).rejects.toMatchObject({ code: 'answer_not_usable' });
    const other = createOnfidoFaceCheck({ ...SETTINGS, token: 'other', api: server.api });
    await expect(other.start(REQUEST)).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('takes signed events only, and asks the API which check they are about', async () => {
    const { sessionId } = await onfido.start(REQUEST);
    const { body, signature } = server.event(sessionId);
    // As often as it is sent.
    for (let count = 0; count < 2; count++)
      expect(await onfido.readEvent(body, signature)).toBe(REQUEST.reference);
    expect(await onfido.readEvent(Buffer.concat([body, Buffer.from(' ')]), signature)).toBe('forged');
    expect(await onfido.readEvent(body, '')).toBe('forged');
    const other = createOnfidoFaceCheck({ ...SETTINGS, webhookToken: 'other', api: server.api });
    expect(await other.readEvent(body, signature)).toBe('forged');
  });
});
