import type { OAuthError } from '../errors.ts';
import type { LibraryStorageDeps } from './library-storage.ts';

/** Addresses within the library; they are not served. */
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
  /** The id of a running consent. */
  readonly resume?: string;
}

export interface LibraryAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
  /** Why it refused the request. */
  readonly refusal: OAuthError | undefined;
}

export type LoadedLibrary = Pick<Library, 'send'>;

/** oidc-provider, configured for [sections 4 and 5](../../../docs/api/oauth.md) and called in this process. */
export interface Library {
  /** Loads it, if it is not yet loaded. Before a transaction begins: one connection would wait for the disk. */
  load(): Promise<void>;
  /** Throws faults of this service, such as `DatabaseUnavailable`. */
  send(request: LibraryRequest): Promise<LibraryAnswer>;
}

/** Loaded at the first request: the library takes 20 MB of memory, and most services have no clients. */
export function createLibrary(deps: LibraryDeps): Library {
  let loaded: Promise<LoadedLibrary> | undefined;
  const load = () => {
    loaded ??= import('./start-library.ts').then(({ startLibrary }) => startLibrary(deps));
    // Without memory or file handles for a moment, it is loaded again.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  return {
    load: async () => void (await load()),
    send: async (request) => (await load()).send(request),
  };
}

/** Returns the id of the consent that a redirect leads to, or null. */
export function readConsentId(location: string): string | null {
  return location.startsWith(CONSENT_PREFIX) ? location.slice(CONSENT_PREFIX.length) : null;
}
