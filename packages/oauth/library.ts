import { onFirstUse } from '@countersign/base';
import { CONSENT_PREFIX, type Library, type LibraryDeps, type LoadedLibrary } from './deps.ts';

/** Creates the library, which is loaded at the first request because it takes 20 MB of memory. */
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
