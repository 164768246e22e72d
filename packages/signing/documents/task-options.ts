import type { CallOptions } from '../ports/pdf-toolkit.ts';
import type { DocumentState } from './document.ts';

type Owned = Pick<DocumentState, 'accountId'>;

/** For PDF work that a signee waits for. */
export function signingOptions({ accountId }: Owned): CallOptions {
  return { account: accountId, urgency: 'signing' };
}

export function completionOptions({ accountId }: Owned): CallOptions {
  return { account: accountId, urgency: 'completion' };
}
