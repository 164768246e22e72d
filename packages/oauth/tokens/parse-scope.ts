import { SCOPES, type Scope } from '@countersign/identity';
import { OAuthError } from '../errors.ts';

/** RFC 6749 3.3. Absent or blank: both [4.2-10]. Throws `invalid_scope` with the unknown word. */
export function parseScope(scope: string | undefined): readonly Scope[] {
  const words = (scope ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return SCOPES;
  const unknown = words.find((word) => !isScope(word));
  if (unknown !== undefined) throw new OAuthError('invalid_scope', { scope: unknown });
  return SCOPES.filter((scopeName) => words.includes(scopeName));
}

/** In the order of `SCOPES`. */
export function formatScope(scopes: readonly Scope[]): string {
  return scopes.join(' ');
}

function isScope(word: string): word is Scope {
  return SCOPES.some((scope) => scope === word);
}
