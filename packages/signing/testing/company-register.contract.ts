import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyRegister, CompanyRegisterUnavailable } from '../ports/providers.ts';
import { TEST_COMPANIES } from './test-companies.ts';

export interface CompanyRegisterHarness {
  /** Has `TEST_COMPANIES`. */
  readonly register: CompanyRegister;
  /** It does not answer. */
  readonly unreachable: CompanyRegister;
  close(): Promise<void>;
}

export function companyRegisterContract(open: () => Promise<CompanyRegisterHarness>): void {
  describe('CompanyRegister contract', () => {
    let harness: CompanyRegisterHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    it.each(TEST_COMPANIES)('finds $name with its address and people', async (company) => {
      expect(await harness.register.find(company.organisationNumber)).toEqual(company);
    });

    it('does not find an unknown number', async () => {
      expect(await harness.register.find('2222222222')).toBeNull();
    });

    it('is healthy, and rejects as unavailable when the register is not there', async () => {
      await harness.register.checkHealth();
      const { unreachable } = harness;
      await expect(unreachable.find('5555555555')).rejects.toBeInstanceOf(CompanyRegisterUnavailable);
      await expect(unreachable.checkHealth()).rejects.toThrow();
    });
  });
}
