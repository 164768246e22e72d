import { isHostName } from '@countersign/identity';

/** RFC 8252 7.3, which knows no other addresses of 127.0.0.0/8. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

export interface RedirectRules {
  /** RFC 8252: http, for public clients. */
  readonly allowLoopback: boolean;
}

/** They may be there once (RFC 6749 3.1, RFC 9207). */
const ANSWER_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/** Absolute HTTPS without fragment [4.2-36] [4.2-37], credentials and the parameters of answers. */
function isRedirectUri(uri: string, isPublic: boolean, { allowLoopback }: RedirectRules): boolean {
  // Parsing would change other characters, so the comparison would not be exact.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[#\\]/.test(uri)) return false;
  const parsed = URL.parse(uri);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  // Exact comparison finds no pattern, so that a wildcard would be a client that can never be used.
  if (!isHostName(parsed.hostname)) return false;
  if (ANSWER_PARAMETERS.some((name) => parsed.searchParams.has(name))) return false;
  if (/^https:\/\//.test(uri)) return true;
  return allowLoopback && isPublic && isLoopbackUri(uri);
}

/**
 * Indexes of those that may not be used: alone, or https on the user's machine beside http there, which the
 * library does not take.
 */
export function findRefusedUris(
  uris: readonly string[],
  isPublic: boolean,
  rules: RedirectRules,
): readonly number[] {
  const isNative = uris.some((uri) => isLoopbackUri(uri));
  return uris.flatMap((uri, index) =>
    isRedirectUri(uri, isPublic, rules) && !(isNative && isLoopbackUri(uri, 'https:')) ? [] : [index],
  );
}

export function isLoopbackUri(uri: string, protocol: 'http:' | 'https:' = 'http:'): boolean {
  const parsed = URL.parse(uri);
  return parsed !== null && parsed.protocol === protocol && LOOPBACK_HOSTS.includes(parsed.hostname);
}
