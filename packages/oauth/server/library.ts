import { onFirstUse } from '@countersign/identity';
import type { OAuthError } from '../errors.ts';
import type { LibraryStorageDeps } from './library-storage.ts';

/** Not served. */
export const LIBRARY_PATHS = { authorization: '/authorize', token: '/token', revocation: '/revoke' } as const;
export const CONSENT_PREFIX = '/consent/';

export interface LibraryDeps extends LibraryStorageDeps {
  readonly issuer: string;
}

export interface LibraryRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly form?: URLSearchParams;
  readonly authorization?: string;
  /** Of a running consent. */
  readonly resume?: string;
}

export interface LibraryAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
  readonly refusal: OAuthError | undefined;
}

export type LoadedLibrary = Pick<Library, 'send'>;

/** Configured for [sections 4 and 5](../../../docs/api/oauth.md). */
export interface Library {
  /** Before a transaction begins: one connection would wait for the disk. */
  load(): Promise<void>;
  /** Throws faults of this service only. */
  send(request: LibraryRequest): Promise<LibraryAnswer>;
}

/** Loaded at the first request: it takes 20 MB of memory. */
export function createLibrary(deps: LibraryDeps): Library {
  const load = onFirstUse(async (): Promise<LoadedLibrary> => {
    const { startLibrary } = await import('./start-library.ts');
    return startLibrary(deps);
  });
  return {
    load: async () => void (await load()),
    send: async (request) => (await load()).send(request),
  };
}

export function readConsentId(location: string): string | null {
  return location.startsWith(CONSENT_PREFIX) ? location.slice(CONSENT_PREFIX.length) : null;
}
