import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  authorizationAddress,
  obtainCode,
  obtainTokens,
  openConsent,
  registerTestClient,
} from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 6749, use of tokens and security', () => {
  it('[5-02] [5-08] [5-09] 7: the API MUST check that a token is valid and that its scope covers the request', async () => {
    const reading = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client, { scope: 'read' });
    const writing = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client, { scope: 'write' });
    const operations = await listOperations();
    expect(operations.length).toBeGreaterThan(50);
    for (const { method, path, scope } of operations) {
      const send = async (headers: Record<string, string>) => {
        const answer = await fetch(`${oauth.baseUrl}${path}`, { method, headers });
        const { errorCode } = await answer.json();
        return [method, path, answer.status, errorCode];
      };
      const narrow = scope === 'read' ? writing : reading;
      expect(await send({})).toEqual([method, path, 401, 'token_missing']);
      expect(await send({ authorization: 'Bearer x' })).toEqual([method, path, 401, 'token_invalid']);
      const authorization = `Bearer ${narrow.access_token}`;
      expect(await send({ authorization })).toEqual([method, path, 403, 'scope_missing']);
    }
  });

  it('10.2: a request MUST NOT be granted without the user because an earlier one was', async () => {
    const program = await registerTestClient(oauth.baseUrl, {
      token_endpoint_auth_method: 'client_secret_basic',
    });
    await obtainTokens(oauth.baseUrl, oauth.agent, program);
    await openConsent(oauth.agent, `${authorizationAddress(program)}&prompt=none`);
  });

  it('10.10: codes and tokens MUST NOT be guessable: 256 bits', async () => {
    const { code } = await obtainCode(oauth.agent, oauth.client);
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    for (const secret of [code, tokens.access_token, tokens.refresh_token])
      expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it('10.14: received values MUST be sanitized: no page shows them as markup', async () => {
    const markup = '"><script>alert(1)</script>';
    for (const name of ['redirect_uri', 'client_id', 'response_type']) {
      const address = authorizationAddress(oauth.client, {
        redirect_uri: null,
        state: markup,
        [name]: markup,
      });
      const answer = await oauth.agent.open(address);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(await answer.text()).not.toContain('<script>alert');
    }
  });

  it('10.13 and RFC 9700 4.16: the server MUST prevent clickjacking of its pages', async () => {
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client));
    for (const path of [
      `/consent/${uid}`,
      authorizationAddress(oauth.client, { client_id: 'x' }),
      '/sign-in',
    ]) {
      const { headers } = await oauth.agent.open(path);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });
});

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly scope: 'read' | 'write';
}

/** Operations whose scope does not follow from their method. */
const UNUSUAL_SCOPES: Readonly<Record<string, Operation['scope']>> = {
  'GET /v1/docs/{documentId}/recipient-links': 'write',
  'POST /v1/account/export': 'read',
  'POST /v1/account/people/export': 'read',
  'POST /v1/files/verify': 'read',
};

/** The operations that need a scope. */
async function listOperations(): Promise<readonly Operation[]> {
  const { paths } = (await (await fetch(`${oauth.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: readonly object[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((way) => 'bearer' in way))
      .filter(() => path !== '/v1/auth/token')
      .map(([name]) => {
        const method = name.toUpperCase();
        const scope = UNUSUAL_SCOPES[`${method} ${path}`] ?? (method === 'GET' ? 'read' : 'write');
        return { method, path: path.replaceAll(/\{\w+\}/g, () => randomUUID()), scope };
      }),
  );
}
