import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompanyRegisterUnavailable } from '@countersign/signing';
import { companyRegisterContract, TEST_COMPANIES } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BolagsverketServer,
  startBolagsverketServer,
} from './company-register/testing/bolagsverket-server.ts';
import { createBolagsverketRegister, openFileRegister } from './company-register.ts';
import { makeTemporaryDir } from './testing/temporary-dir.ts';

const CLIENT = { clientId: 'client', clientSecret: 'secret' };
const [company] = TEST_COMPANIES;
const NUMBER = company?.organisationNumber ?? '';

describe('Bolagsverket', () => {
  let server: BolagsverketServer;
  beforeAll(async () => {
    server = await startBolagsverketServer(TEST_COMPANIES, CLIENT);
  });
  afterAll(() => server.close());
  const open = (changes: object = {}) => createBolagsverketRegister({ ...server, ...CLIENT, ...changes });

  companyRegisterContract(async () => {
    const register = open();
    const unreachable = open({ tokenUrl: 'http://127.0.0.1:1/oauth2/token' });
    return {
      register,
      unreachable,
      async close() {
        await register.close();
        await unreachable.close();
      },
    };
  });

  it('uses a token until half a minute before its end', async () => {
    let now = Date.now();
    const register = open({ now: () => now });
    const countTokens = () => server.calls.filter((path) => path === '/oauth2/token').length;
    const before = countTokens();
    await register.find(NUMBER);
    await register.find(NUMBER);
    expect(countTokens()).toBe(before + 1);
    now += 3_571_000;
    await register.find(NUMBER);
    expect(countTokens()).toBe(before + 2);
    await register.close();
  });

  it('is unavailable when it fails or takes a token back, and used again afterwards', async () => {
    const register = open();
    await register.find(NUMBER);
    server.refuseNext(500);
    await expect(register.find(NUMBER)).rejects.toBeInstanceOf(CompanyRegisterUnavailable);
    server.revokeTokens();
    await expect(register.find(NUMBER)).rejects.toBeInstanceOf(CompanyRegisterUnavailable);
    expect(await register.find(NUMBER)).toEqual(company);
    await register.close();
  });

  // Health was answered from the token that a company had been asked for with.
  it('is not healthy when it fails after it was used', async () => {
    const register = open();
    await register.find(NUMBER);
    server.refuseNext(500);
    await expect(register.checkHealth()).rejects.toThrow('provider_failed (status 500)');
    await register.checkHealth();
    await register.close();
  });

  it('is not healthy with a wrong secret', async () => {
    const register = open({ clientSecret: 'other' });
    await expect(register.checkHealth()).rejects.toThrow('provider_failed (status 401)');
    await register.close();
  });
});

describe('a register in a file', () => {
  const folder = makeTemporaryDir();
  afterAll(() => folder.remove());

  companyRegisterContract(async () => {
    const path = join(folder.path, 'companies.json');
    await writeFile(path, JSON.stringify(TEST_COMPANIES));
    return {
      register: openFileRegister(path),
      unreachable: openFileRegister(join(folder.path, 'missing.json')),
      close: async () => undefined,
    };
  });

  it('says that it is a sandbox', () => {
    expect(openFileRegister('companies.json').isSandbox).toBe(true);
  });

  it('takes no numbers with a wrong check digit', async () => {
    const path = join(folder.path, 'wrong.json');
    await writeFile(path, JSON.stringify([{ organisationNumber: '555555-5556', name: 'Fel AB' }]));
    await expect(openFileRegister(path).find('5555555556')).rejects.toBeInstanceOf(
      CompanyRegisterUnavailable,
    );
  });
});
