import type { FaceCheckProvider } from '@countersign/signing';
import { faceCheckContract } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnfidoFaceCheck } from './onfido.ts';
import { createOnfidoClient } from './onfido-client.ts';
import { type OnfidoServer, startOnfidoServer } from './testing/onfido-server.ts';

const [TOKEN, WEBHOOK_TOKEN] = ['api_sandbox.secret', 'webhook secret'];
const OPTIONS = { workflowId: 'workflow-1', minScore: 0.8 };
const connect = (api: string, token = TOKEN) =>
  createOnfidoFaceCheck(createOnfidoClient({ token, webhookToken: WEBHOOK_TOKEN, api }), OPTIONS);
const REQUEST = {
  reference: '0b8f0c5e-6b3d-4f0e-9d43-27f9f7d3a111',
  portrait: Buffer.from('a face'),
  returnUrl: 'https://sign.test/x',
  language: 'sv',
} as const;
const STATUSES = { face_not_matched: 'declined', cancelled: 'abandoned', provider_failed: 'error' } as const;

describe('Onfido', () => {
  let server: OnfidoServer;
  let onfido: FaceCheckProvider;
  beforeAll(async () => {
    server = await startOnfidoServer(TOKEN, WEBHOOK_TOKEN);
    onfido = connect(server.api);
  });
  afterAll(() => server.close());

  faceCheckContract(async () => {
    const own = await startOnfidoServer(TOKEN, WEBHOOK_TOKEN);
    return {
      provider: connect(own.api),
      finish: (id, outcome) => own.end(id, outcome === 'passed' ? 'approved' : STATUSES[outcome]),
      unreachable: connect('http://127.0.0.1:9/v3.6'),
      close: () => own.close(),
    };
  });

  it('gets the portrait, the reference and where to lead back, and no name', async () => {
    const { sessionId, url } = await onfido.start(REQUEST);
    const run = server.runs.get(sessionId);
    expect(run).toMatchObject({
      workflow_id: 'workflow-1',
      customer_user_id: REQUEST.reference,
      link: { completed_redirect_url: REQUEST.returnUrl, url },
    });
    expect(String(server.documents.get(run?.custom_data?.portrait_document_id ?? ''))).toBe('a face');
  });

  it.each([
    ['approved', { score: 0.91 }, { status: 'passed', score: 0.91 }],
    ['approved', {}, { status: 'passed', score: null }],
    ['approved', { score: 0.79 }, { status: 'failed', reason: 'face_not_matched' }],
    ['review', null, { status: 'pending' }],
    ['processing', null, { status: 'pending' }],
    // The API description has it, and a check that waited for its page was rejected.
    ['awaiting_client_input', null, { status: 'pending' }],
  ])('reads %s with %j as %j', async (status, output, result) => {
    const { sessionId } = await onfido.start(REQUEST);
    server.end(sessionId, status, output);
    expect(await onfido.fetch(sessionId)).toEqual(result);
  });

  it('rejects a status that it does not know, and a wrong token', async () => {
    const { sessionId } = await onfido.start(REQUEST);
    server.end(sessionId, 'done');
    await expect(onfido.fetch(sessionId)).rejects.toMatchObject({ code: 'answer_not_usable' });
    const other = connect(server.api, 'other');
    await expect(other.start(REQUEST)).rejects.toMatchObject({ code: 'provider_failed' });
  });
});
