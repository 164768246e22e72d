import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, shareChromium } from './chromium.ts';

const OWNER = { emailAddress: 'owner@example.com', password: 'correct horse' };

describe.skipIf(noBrowserReason !== null)(`passkeys in a browser ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;
  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
  });
  afterAll(async () => {
    await running?.close();
  });

  it('are made by the device and sign in without a password', async () => {
    const [page] = await openPage(browser, DESKTOP);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    // A page that does not look at the session: /sign-in leaves as soon as it sees the one that is made below.
    await page.goto(`${running.baseUrl}/verify`);
    const steps = await page.evaluate(async (owner) => {
      const send = async (method: string, path: string, body?: object) => {
        const headers = { 'countersign-page': '1', 'content-type': 'application/json' };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const answer = await fetch(path, init);
        return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
      };
      await send('POST', '/v1/session', owner);
      const create = await send('POST', '/v1/users/me/passkeys/options', { currentPassword: owner.password });
      const made = (await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(create.body.options),
      })) as PublicKeyCredential;
      const added = await send('POST', '/v1/users/me/passkeys', {
        name: 'Laptop',
        credential: made.toJSON(),
      });
      await send('DELETE', '/v1/session');
      const get = await send('POST', '/v1/session/passkey/options', {});
      const used = (await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(get.body.options),
      })) as PublicKeyCredential;
      const signedIn = await send('POST', '/v1/session/passkey', { credential: used.toJSON() });
      return [added, signedIn, await send('GET', '/v1/session')];
    }, OWNER);
    expect(steps).toMatchObject([
      { status: 201, body: { name: 'Laptop' } },
      { status: 200, body: { next: 'signed_in' } },
      { status: 200, body: { next: 'signed_in', user: { emailAddress: OWNER.emailAddress } } },
    ]);
    expect(steps.map(({ body }) => body.warnings)).toEqual([undefined, undefined, undefined]);
  });
});
