import { describe, expect, it } from 'vitest';
import { buildView } from '../../../testing/build-view.ts';
import { describeFailure, isStaleSession, refusalMessage } from './session-failure.ts';
import { createSigningClient } from './signing-client.ts';

const answering = (status: number, body: unknown) => {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const send: typeof fetch = async (url, init) => {
    asked.push({ url: String(url), init });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { asked, client: createSigningClient('/sign/abc/', send) };
};

/** Answers as the service does while nothing changes. */
const answeringOnce = (view: unknown) => {
  const asked: (string | null)[] = [];
  const send: typeof fetch = async (_url, init) => {
    const known = new Headers(init?.headers).get('if-none-match');
    asked.push(known);
    if (known === '"1"') return new Response(null, { status: 304, headers: { etag: '"1"' } });
    return new Response(JSON.stringify(view), { headers: { etag: '"1"' } });
  };
  return { asked, client: createSigningClient('/sign/abc/', send) };
};

const refusal = (errorCode: string) => ({ success: false, message: 'Sorry.', code: 409, errorCode });
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('the door to the service', () => {
  it('gets a session once, and the same one again while nothing has changed', async () => {
    const { asked, client } = answeringOnce(buildView());
    const first = await client.loadSession();
    expect(first).toEqual(buildView());
    expect(await client.loadSession()).toBe(first);
    expect(asked).toEqual([null, '"1"']);
  });

  it('asks below the address the page was opened at', async () => {
    const { asked, client } = answering(200, buildView());
    await client.loadSession();
    await client.sign({
      ink: { kind: 'typed', typedName: 'Anna', font: 'caveat' },
      values: [],
      consent: true,
      consentText: 'Jag godkänner.',
      shownName: 'Anna',
      errorLanguage: 'sv',
    });
    expect(asked.map(({ url }) => url)).toEqual(['/sign/abc/session', '/sign/abc/signature']);
    expect(asked[1]?.init?.body).toBe(
      '{"ink":{"kind":"typed","typedName":"Anna","font":"caveat"},"values":[],"consent":true,"consentText":"Jag godkänner.","shownName":"Anna","errorLanguage":"sv"}',
    );
    expect([client.documentUrl(buildView()), client.sealedUrl]).toEqual([
      '/sign/abc/document.pdf?version=v1',
      '/sign/abc/sealed.pdf',
    ]);
  });

  it.each([
    [404, refusal('link_not_found'), { kind: 'not_found' }],
    [403, refusal('not_yours'), { kind: 'unexpected', message: 'Sorry.' }],
    [502, '<html>Bad gateway</html>', { kind: 'unreachable' }],
    [200, '<html>Log in to the hotel</html>', { kind: 'unexpected', message: null }],
    [200, { documentId: 'no signee' }, { kind: 'unexpected', message: null }],
  ])('tells a wrong link from a bad line from a fault: %i', async (status, body, failure) => {
    expect(describeFailure(await faultOf(answering(status, body).client.loadSession()))).toEqual(failure);
  });

  it('says so when no answer comes', async () => {
    const client = createSigningClient('/sign/abc', () => Promise.reject(new TypeError('Failed to fetch')));
    const fault = await faultOf(client.loadSession());
    expect(describeFailure(fault)).toEqual({ kind: 'unreachable' });
    expect(refusalMessage(fault)).toBe(null);
  });

  it('knows which refusals mean that the document has moved on', async () => {
    const fault = (errorCode: string) => faultOf(answering(409, refusal(errorCode)).client.loadSession());
    expect(isStaleSession(await fault('already_signed'))).toBe(true);
    expect(isStaleSession(await fault('required_field_empty'))).toBe(false);
    expect(refusalMessage(await fault('required_field_empty'))).toBe('Sorry.');
  });
});
