import { WebError } from '../../../errors.ts';

export type SessionFailure =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unreachable' }
  /** `message` is the service's. */
  | { readonly kind: 'unexpected'; readonly message: string | null };

const GONE: readonly unknown[] = [404, 410];

export function describeFailure(error: unknown): SessionFailure {
  if (!(error instanceof WebError)) return { kind: 'unexpected', message: null };
  if (error.code === 'service_unreachable') return { kind: 'unreachable' };
  if (error.code !== 'request_refused') return { kind: 'unexpected', message: null };
  if (GONE.includes(error.params.status)) return { kind: 'not_found' };
  return { kind: 'unexpected', message: error.message };
}

/** The document has changed, so the session is loaded again. */
const STALE = new Set<unknown>([
  'already_signed',
  'not_your_turn',
  'document_not_signable',
  'link_not_found',
  'consent_changed',
  'document_changed',
  'verification_required',
]);

export function isStaleSession(error: unknown): boolean {
  return error instanceof WebError && STALE.has(error.params.errorCode);
}

/** Returns null for other faults. */
export function errorCodeOf(error: unknown): string | null {
  if (!(error instanceof WebError) || typeof error.params.errorCode !== 'string') return null;
  return error.params.errorCode;
}

/** Returns null if the service is unreachable or its answer unreadable. */
export function refusalMessage(error: unknown): string | null {
  return error instanceof WebError && error.code === 'request_refused' ? error.message : null;
}
