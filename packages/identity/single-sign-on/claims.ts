import { findLineFault, NAME_LENGTH, toVisibleLine } from '@countersign/base/text';
import { isEmailAddress } from '@countersign/forms/attributes';
import type { Role } from '../account.ts';
import { namesFromAddress } from '../accounts.ts';
import type { RoleMapping } from './connection.ts';
import { domainOf } from './domains.ts';
import type { SignOnClaims } from './provider.ts';

/**
 * Accounts of Google may have an address of a domain that Google does not manage for its holder, so only the claim `hd`
 * says that the holder of the domain vouches for it.
 */
const GOOGLE = 'https://accounts.google.com';

export interface AssertedAddress {
  readonly emailAddress: string;
  /** Whether the provider says so. Some, such as Entra ID, say nothing, and null is neither yes nor no. */
  readonly isVerified: boolean | null;
}

/** Returns the address of the person, or null if there is none, or if the provider does not vouch for its domain. */
export function readAddress(claims: SignOnClaims, issuer: string): AssertedAddress | null {
  const { email, email_verified: verified, hd } = claims;
  if (typeof email !== 'string' || !isEmailAddress(email)) return null;
  if (issuer === GOOGLE && String(hd).toLowerCase() !== domainOf(email)) return null;
  // Some providers write the boolean as text.
  const isVerified = verified === undefined || verified === null ? null : String(verified) === 'true';
  return { emailAddress: email, isVerified };
}

/** Returns the name of the person, or the part of the address before the `@`. */
export function readFullName(claims: SignOnClaims, emailAddress: string): string {
  const parts = [claims.given_name, claims.family_name].filter((part) => typeof part === 'string');
  const candidates = [claims.name, parts.join(' '), namesFromAddress(emailAddress).fullName];
  const names = candidates.map((name) => (typeof name === 'string' ? toVisibleLine(name).trim() : ''));
  return names.find((name) => findLineFault(name, NAME_LENGTH) === undefined) ?? emailAddress;
}

/** Returns the role that the provider gives, or null if roles are given in this service. */
export function readRole({ roleClaim, adminValues }: RoleMapping, claims: SignOnClaims): Role | null {
  if (roleClaim === null) return null;
  const claim = claims[roleClaim] ?? readPath(claims, roleClaim.split('.'));
  const values = Array.isArray(claim) ? claim : [claim];
  return values.some((value) => adminValues.includes(String(value))) ? 'admin' : 'member';
}

/** Follows names such as `realm_access.roles`. */
function readPath(value: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return readPath(Reflect.get(value, name), rest);
}

/** Lists the claims that userinfo is asked for if the ID token has none of them. */
export function listWantedClaims({ roleClaim }: RoleMapping): readonly string[] {
  const [first] = roleClaim?.split('.') ?? [];
  return ['email', 'name', ...(roleClaim === null || first === undefined ? [] : [first])];
}
