import { invalid } from '@countersign/base';
import {
  type DirectoryQuery,
  IdentityError,
  type ProvisionedFacts,
  type ProvisionedUser,
} from '@countersign/identity';
import { z } from 'zod';
import { refuseUnstorableText } from '../request/body.ts';

export const SCIM_TYPE = 'application/scim+json';

export const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
export const USER_SCHEMA = `${CORE}:User`;

/** Entra ID sends booleans as text. */
const flag = z.union([z.boolean(), z.string()]);

const name = z.looseObject({
  formatted: z.string().optional(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
});

export const scimUserBody = z.object({
  schemas: z.array(z.string()).optional(),
  userName: z.string().min(1),
  externalId: z.string().optional(),
  name: name.optional(),
  displayName: z.string().optional(),
  active: flag.optional(),
});

export const scimPatchBody = z.object({
  schemas: z.array(z.string()).optional(),
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() }))
    .min(1)
    .max(100),
});

type UserBody = z.output<typeof scimUserBody>;
type Operation = z.output<typeof scimPatchBody>['Operations'][number];

/** Reads what a user is to be, by RFC 7644 3.3 and 3.5.1. Without `active`, `isActive` stays. */
export function readUser(body: UserBody, isActive: boolean): ProvisionedFacts {
  const { userName, externalId, name: parts, displayName, active } = body;
  const { formatted, givenName, familyName } = parts ?? {};
  const whole = [givenName, familyName].filter((part) => part !== undefined).join(' ');
  const names = [formatted, whole, displayName, namePartOf(userName)].map((text) => text?.trim() ?? '');
  return {
    emailAddress: userName,
    fullName: names.find((text) => text !== '') ?? userName,
    externalId: externalId ?? null,
    isActive: active === undefined ? isActive : readFlag(active),
  };
}

function namePartOf(userName: string): string {
  return userName.slice(0, Math.max(0, userName.lastIndexOf('@')));
}

interface NameParts {
  readonly givenName: string;
  readonly familyName: string;
}

/** The service keeps one name, whose last word counts as the family name where a directory asks for parts. */
function splitName(fullName: string): NameParts {
  const at = fullName.lastIndexOf(' ');
  return at < 0
    ? { givenName: fullName, familyName: '' }
    : { givenName: fullName.slice(0, at), familyName: fullName.slice(at + 1) };
}

/** Applies the operations of a PATCH in their order (RFC 7644 3.5.2). Attributes that are not kept are ignored. */
export function applyOperations(known: ProvisionedFacts, operations: readonly Operation[]): ProvisionedFacts {
  return operations.reduce(applyOperation, known);
}

function applyOperation(known: ProvisionedFacts, { op, path, value }: Operation): ProvisionedFacts {
  switch (op.toLowerCase()) {
    case 'add':
    case 'replace':
      if (path !== undefined) return setAttribute(known, path, value);
      if (typeof value !== 'object' || value === null) throw invalidAt('Operations', 'object');
      return Object.entries(value).reduce(
        (facts, [name, member]) => setAttribute(facts, name, member),
        known,
      );
    case 'remove':
      return path?.toLowerCase() === 'externalid' ? { ...known, externalId: null } : known;
    default:
      throw invalidAt('Operations', 'choice', { allowed: 'add, remove, replace' });
  }
}

function invalidAt(
  path: string,
  rule: 'object' | 'choice' | 'invalid' | 'text' | 'boolean',
  params = {},
): IdentityError {
  const details = [invalid(path, rule, params)];
  return new IdentityError('invalid_request', details[0]?.params, { details });
}

/** Names are compared without their case, with or without the schema before them (RFC 7644 3.10). */
function setAttribute(known: ProvisionedFacts, path: string, value: unknown): ProvisionedFacts {
  const attribute = path.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '');
  if (attribute === 'active') return { ...known, isActive: readFlag(value) };
  if (attribute === 'externalid')
    return { ...known, externalId: value === undefined ? null : textOf(path, value) };
  if (attribute === 'username') return { ...known, emailAddress: textOf(path, value) };
  if (attribute === 'name.formatted' || attribute === 'displayname')
    return { ...known, fullName: textOf(path, value) };
  if (attribute === 'name') return setName(known, value);
  const parts = splitName(known.fullName);
  if (attribute === 'name.givenname')
    return { ...known, fullName: joinName({ ...parts, givenName: textOf(path, value) }) };
  if (attribute === 'name.familyname')
    return { ...known, fullName: joinName({ ...parts, familyName: textOf(path, value) }) };
  return known;
}

function setName(known: ProvisionedFacts, value: unknown): ProvisionedFacts {
  const read = name.safeParse(value);
  if (!read.success) throw invalidAt('name', 'object');
  const { formatted, givenName, familyName } = read.data;
  if (formatted !== undefined) return { ...known, fullName: formatted };
  const parts = splitName(known.fullName);
  const changed = {
    givenName: givenName ?? parts.givenName,
    familyName: familyName ?? parts.familyName,
  };
  return { ...known, fullName: joinName(changed) };
}

function joinName({ givenName, familyName }: NameParts): string {
  return `${givenName} ${familyName}`.trim();
}

function readFlag(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalidAt('active', 'boolean');
  return text === 'true';
}

function textOf(path: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidAt(path, 'text');
  return value;
}

export function presentScimUser(user: ProvisionedUser, baseUrl: string) {
  const { userId, externalId, emailAddress, fullName, status, role, language, createdAt } = user;
  return {
    schemas: [USER_SCHEMA],
    id: userId,
    ...(externalId !== null && { externalId }),
    userName: emailAddress,
    name: { formatted: fullName, ...splitName(fullName) },
    displayName: fullName,
    emails: [{ value: emailAddress, type: 'work', primary: true }],
    active: status === 'active',
    roles: [{ value: role, primary: true }],
    preferredLanguage: language,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      location: `${baseUrl}/scim/v2/Users/${userId}`,
    },
  };
}

type Filter = NonNullable<DirectoryQuery['filter']>;

const PATHS: Readonly<Record<string, Filter['attribute']>> = {
  id: 'userId',
  externalid: 'externalId',
  username: 'emailAddress',
  emails: 'emailAddress',
  'emails.value': 'emailAddress',
  'emails[type eq "work"].value': 'emailAddress',
};

/** The text at the end of a filter. */
const TEXT_AT_END = /"(?:[^"\\]|\\.)*"$/;

/** Reads one comparison with `eq`, which is what directories send. Throws `invalid_request` for others. */
function readFilter(filter: string): Filter {
  const whole = filter.trim();
  const [text = ''] = TEXT_AT_END.exec(whole) ?? [];
  const before = whole.slice(0, whole.length - text.length).trimEnd();
  const path = before.slice(0, -' eq'.length).trimEnd();
  const attribute = path.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '');
  const known = Object.hasOwn(PATHS, attribute) ? PATHS[attribute] : undefined;
  if (known === undefined || !/\seq$/i.test(before)) throw invalidAt('filter', 'invalid');
  const value = parseText(text);
  refuseUnstorableText({ filter: value });
  return { attribute: known, value };
}

/** Values of filters are JSON (RFC 7644 3.4.2.2). */
function parseText(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw invalidAt('filter', 'invalid');
  }
}

export const MAX_COUNT = 200;

export const scimQuery = z.object({
  filter: z.string().max(1000).optional(),
  /** It counts from 1. Smaller values count as 1, and a negative count as 0 (RFC 7644 3.4.2.4). */
  startIndex: z.coerce.number().int().catch(1),
  count: z.coerce.number().int().catch(100),
});

/** Reads which users are listed. Throws `invalid_request`. */
export function readDirectoryQuery({
  filter,
  startIndex,
  count,
}: z.output<typeof scimQuery>): DirectoryQuery {
  return {
    ...(filter !== undefined && { filter: readFilter(filter) }),
    offset: Math.max(1, startIndex) - 1,
    limit: Math.min(MAX_COUNT, Math.max(0, count)),
  };
}

/** `offset` counts those before the page, of `total` in all. */
export function presentList(Resources: readonly object[], offset = 0, total = Resources.length) {
  return {
    schemas: [`${MESSAGES}:ListResponse`],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: Resources.length,
    Resources,
  };
}
