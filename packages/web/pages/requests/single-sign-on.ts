import type { PageApi } from './page-api.ts';
import { RequestRefused } from './request-json.ts';

interface SignOnTarget {
  /** Its domain says which provider. Without address and account it is that of the service. */
  readonly emailAddress?: string;
  readonly accountId?: string;
}

/** Leaves the page for that of the provider. `next` is the path of this service that comes after it. */
export async function goToSignOn(api: PageApi, target: SignOnTarget, next: string | null): Promise<void> {
  const body = next === null ? target : { ...target, next };
  const { redirectTo } = await api.post<{ redirectTo: string }>('/v1/session/single-sign-on', body);
  location.assign(redirectTo);
  // The buttons stay busy until the browser has left.
  await new Promise(() => undefined);
}

function needsSignOn(error: unknown): boolean {
  return error instanceof RequestRefused && error.errorCode === 'single_sign_on_required';
}

/**
 * Does what may need single sign-on, and leads there if it does. Returns null then. If nothing leads there, it throws
 * the first refusal, which says what to do.
 */
export async function orSignOn<T>(
  api: PageApi,
  work: () => Promise<T>,
  target: SignOnTarget,
  next: string | null,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!needsSignOn(error)) throw error;
    await goToSignOn(api, target, next).catch(() => {
      throw error;
    });
    return null;
  }
}

const PROVIDER_PAGE = 'countersign:provider-sign-out';

/**
 * Signs out here, and remembers where one signs out at the provider until the page for signing in offers it. Returns
 * the address to go to.
 */
export async function signOutOffering(api: PageApi): Promise<string> {
  const { signOutUrl } = await api
    .get<{ signOutUrl: string | null }>('/v1/session/provider')
    .catch(() => ({ signOutUrl: null }));
  await api.delete('/v1/session');
  if (signOutUrl === null) return '/';
  try {
    sessionStorage.setItem(PROVIDER_PAGE, signOutUrl);
    return '/sign-in';
  } catch {
    // A browser without storage is offered nothing.
    return '/';
  }
}

/** Returns what `signOutOffering` remembered, once. */
export function takeProviderSignOut(): string | null {
  try {
    const url = sessionStorage.getItem(PROVIDER_PAGE);
    sessionStorage.removeItem(PROVIDER_PAGE);
    return url;
  } catch {
    return null;
  }
}
