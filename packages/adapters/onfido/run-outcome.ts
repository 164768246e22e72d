import type { OnfidoRun } from './onfido-client.ts';

/** `cancelled` and `provider_failed` end a check without a result. */
export type RunOutcome = 'pending' | 'approved' | 'declined' | 'cancelled' | 'provider_failed';

const OUTCOMES: Readonly<Record<OnfidoRun['status'], RunOutcome>> = {
  processing: 'pending',
  awaiting_input: 'pending',
  awaiting_client_input: 'pending',
  // A person at Onfido or at the operator's decides.
  review: 'pending',
  approved: 'approved',
  declined: 'declined',
  abandoned: 'cancelled',
  error: 'provider_failed',
};

export function outcomeOf({ status }: OnfidoRun): RunOutcome {
  return OUTCOMES[status];
}
