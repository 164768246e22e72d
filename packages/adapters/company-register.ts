import { readFile } from 'node:fs/promises';
import {
  COMPANY_ROLES,
  type Company,
  type CompanyPerson,
  type CompanyRegister,
  CompanyRegisterUnavailable,
  type CompanyRole,
  parseOrganisationNumber,
  parsePersonalNumber,
} from '@countersign/signing';
import { z } from 'zod';
import { AdapterError, parseJson } from './errors.ts';
import { OutgoingAgent, sendInTime } from './safe-fetch/safe-fetch.ts';

const TIMEOUT_MS = 15_000;
/** A company with all its officers has some 100 kB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** A token is replaced so long before its end. */
const TOKEN_MARGIN_SECONDS = 30;

export const BOLAGSVERKET_API = 'https://gw.api.bolagsverket.se';
export const BOLAGSVERKET_TOKEN_URL = 'https://portal.api.bolagsverket.se/oauth2/token';

export interface BolagsverketOptions {
  readonly api: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

/** The codes are those of members, the chair and vice chairs. Deputies are not on the board. */
const BOARD_CODES = ['LE', 'OF', 'VOF'];
/** A company with such a status exists no more. */
const ENDED_STATUS = /avregistrerad|upplöst/i;

const code = z.object({ kod: z.string().optional(), klartext: z.string().optional() });
const identity = z.object({ identitetsbeteckning: z.string().optional() });
const organisation = z.object({
  organisationsnamn: z.object({ namn: z.string() }),
  organisationsstatusar: z.array(code).optional(),
  organisationsadresser: z
    .object({
      postadress: z
        .object({
          adress: z.string().optional(),
          adressrad1: z.string().optional(),
          postnummer: z.string().optional(),
          postort: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  funktionarer: z
    .array(z.object({ identitet: identity.optional(), funktionarsroller: z.array(code).optional() }))
    .optional(),
});
const organisations = z.array(organisation);
const owners = z.object({
  verkligHuvudman: z.array(z.object({ identitet: identity.optional() })).optional(),
});
const accessToken = z.object({ access_token: z.string(), expires_in: z.number() });

/** Reads Företagsinformation version 4 and, for beneficial owners, Verkliga huvudmän version 1. */
export function createBolagsverketRegister(options: BolagsverketOptions): CompanyRegister {
  const { api, tokenUrl, clientId, clientSecret, timeoutMs = TIMEOUT_MS, now = Date.now } = options;
  const agent = new OutgoingAgent({ pipelining: 0 });
  let token: { readonly value: string; readonly until: number } | undefined;

  async function send(url: string, headers: Readonly<Record<string, string>>, body: string) {
    const request = { url, method: 'POST' as const, headers, timeoutMs, maxBytes: MAX_ANSWER_BYTES };
    const answer = await sendInTime(request, (signal) =>
      agent.request(url, { method: 'POST', headers, body, signal }),
    );
    return { status: answer.status, content: parseJson(answer.body) };
  }

  async function findToken(): Promise<string> {
    return token !== undefined && token.until > now() ? token.value : requestToken();
  }

  async function requestToken(): Promise<string> {
    const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
    const headers = {
      authorization: `Basic ${credentials.toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const { status, content } = await send(tokenUrl, headers, 'grant_type=client_credentials');
    const { data } = accessToken.safeParse(content);
    if (status !== 200 || data === undefined) throw new AdapterError('provider_failed', { status });
    const seconds = data.expires_in - TOKEN_MARGIN_SECONDS;
    token = { value: data.access_token, until: now() + seconds * 1000 };
    return data.access_token;
  }

  async function ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    question: object,
  ): Promise<z.output<Schema> | null> {
    const headers = {
      authorization: `Bearer ${await findToken()}`,
      'content-type': 'application/json',
      accept: 'application/json',
    };
    const { status, content } = await send(`${api}${path}`, headers, JSON.stringify(question));
    if (status === 401) token = undefined;
    if (status === 404) return null;
    if (status !== 200) throw new AdapterError('provider_failed', { status });
    const { data, success } = schema.safeParse(content);
    if (!success) throw new AdapterError('answer_not_usable', { limit: path });
    return data;
  }

  return {
    name: 'Bolagsverket',
    isSandbox: false,
    async find(identitetsbeteckning) {
      try {
        const found = await ask('/foretagsinformation/v4/organisationer', organisations, {
          identitetsbeteckning,
          organisationInformationsmangd: ['ORGANISATIONSADRESSER', 'FUNKTIONARER'],
        });
        const [company] = found ?? [];
        if (company === undefined) return null;
        const path = '/verkliga-huvudman/v1/organisationer';
        const owned = await ask(path, owners, { identitetsbeteckning });
        return describe(identitetsbeteckning, company, owned?.verkligHuvudman ?? []);
      } catch (error) {
        throw new CompanyRegisterUnavailable(error);
      }
    },
    checkHealth: async () => void (await requestToken()),
    close: () => agent.close(),
  };
}

type Organisation = z.output<typeof organisation>;
type Identified = Readonly<{ identitet?: z.output<typeof identity> | undefined }>;

function describe(
  organisationNumber: string,
  { organisationsnamn, organisationsadresser, organisationsstatusar = [], funktionarer = [] }: Organisation,
  beneficialOwners: readonly Identified[],
): Company {
  const { adress, adressrad1, postnummer = '', postort = '' } = organisationsadresser?.postadress ?? {};
  const board = funktionarer.filter(({ funktionarsroller = [] }) =>
    funktionarsroller.some(({ kod = '' }) => BOARD_CODES.includes(kod.toUpperCase())),
  );
  return {
    organisationNumber,
    name: organisationsnamn.namn,
    addressLine1: adress ?? adressrad1 ?? '',
    zipCode: postnummer,
    city: postort,
    isRegistered: !organisationsstatusar.some(({ klartext = '' }) => ENDED_STATUS.test(klartext)),
    people: joinPeople([
      ...listPeople(board, 'board_member'),
      ...listPeople(beneficialOwners, 'beneficial_owner'),
    ]),
  };
}

/** Leaves out companies, and people without a number or with a protected identity. */
function listPeople(list: readonly Identified[], role: CompanyRole): readonly CompanyPerson[] {
  return list.flatMap(({ identitet }) => {
    const personalNumber = parsePersonalNumber(identitet?.identitetsbeteckning ?? '');
    return personalNumber === null ? [] : [{ personalNumber, roles: [role] }];
  });
}

function joinPeople(people: readonly CompanyPerson[]): readonly CompanyPerson[] {
  const roles = new Map<string, Set<CompanyRole>>();
  for (const { personalNumber, roles: more } of people)
    roles.set(personalNumber, new Set([...(roles.get(personalNumber) ?? []), ...more]));
  return [...roles].map(([personalNumber, of]) => ({ personalNumber, roles: [...of] }));
}

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

/** Opens a register for development. Its JSON file is read at every question. */
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
