import type { DeliveryFailure, OutgoingMessage } from '@countersign/signing';

/** Rejects as `Notifier.send` does. */
export interface PhoneProvider {
  send(message: OutgoingMessage): Promise<void>;
  /** After a lost response. */
  hasTaken(message: OutgoingMessage, since: Date): Promise<boolean>;
  close(): Promise<void>;
}

/** Unverified. */
export interface StatusReport {
  /** As called. */
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly signature: string | undefined;
}

/** `pending`: it retries. Null: delivered. */
export type ReportedOutcome = DeliveryFailure | 'pending' | null;
