import type { DeliveryFailure, OutgoingMessage } from '@countersign/signing';

/** A provider of SMS or WhatsApp. Rejects as `Notifier.send` does. */
export interface PhoneProvider {
  send(message: OutgoingMessage): Promise<void>;
  /** Whether the provider has this message, after a lost response. */
  hasTaken(message: OutgoingMessage, since: Date): Promise<boolean>;
  close(): Promise<void>;
}

/** An unverified report of a provider. */
export interface StatusReport {
  /** The full address that was called. */
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly signature: string | undefined;
}

/** `pending`: the provider retries. Null: delivered. */
export type ReportedOutcome = DeliveryFailure | 'pending' | null;
