import { readFile } from 'node:fs/promises';
import {
  COMPANY_ROLES,
  type CompanyRegister,
  CompanyRegisterUnavailable,
  parseOrganisationNumber,
  parsePersonalNumber,
} from '@countersign/signing';
import { z } from 'zod';

const number = (parse: (text: string) => string | null) =>
  z.string().transform((text, context) => {
    const digits = parse(text);
    if (digits === null) context.addIssue({ code: 'custom', message: 'not a valid number' });
    return digits ?? '';
  });

const companies = z.array(
  z.strictObject({
    organisationNumber: number(parseOrganisationNumber),
    name: z.string().min(1),
    addressLine1: z.string().default(''),
    zipCode: z.string().default(''),
    city: z.string().default(''),
    isRegistered: z.boolean().default(true),
    people: z
      .array(
        z.strictObject({
          personalNumber: number(parsePersonalNumber),
          roles: z.array(z.enum(COMPANY_ROLES)),
        }),
      )
      .default([]),
  }),
);

/** For development; the JSON file is read at every question. */
export function openFileRegister(path: string): CompanyRegister {
  const load = async () => companies.parse(JSON.parse(await readFile(path, 'utf8')));
  return {
    name: 'Sandbox register',
    isSandbox: true,
    async find(organisationNumber) {
      try {
        const all = await load();
        return all.find((company) => company.organisationNumber === organisationNumber) ?? null;
      } catch (error) {
        throw new CompanyRegisterUnavailable(error);
      }
    },
    checkHealth: async () => void (await load()),
    close: async () => undefined,
  };
}
