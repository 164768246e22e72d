import type { DeliveryFailure, OutgoingMessage } from '@countersign/signing';

/** A provider of SMS or WhatsApp. Rejects as `Notifier.send` does. */
export interface PhoneProvider {
  send(message: OutgoingMessage): Promise<void>;
  /** Whether the provider took this message since then: asked after an answer was lost. */
  hasTaken(message: OutgoingMessage, since: Date): Promise<boolean>;
  close(): Promise<void>;
}

/** A report of a provider, before it is known to be genuine. */
export interface StatusReport {
  /** The whole address that was called, as the provider knows it. */
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly signature: string | undefined;
}

/** `pending`: the provider is still trying. Null: delivered. */
export type ReportedOutcome = DeliveryFailure | 'pending' | null;
