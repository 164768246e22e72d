import type { MessageKind } from '@countersign/signing';

/** One kind of message in one language. Every text is an ICU message. */
export interface MessageTemplate {
  readonly subject: string;
  /** What mail programs show beside the subject: it adds to it. */
  readonly preheader: string;
  readonly paragraphs: readonly string[];
  /** Above the quote, for kinds that have one. */
  readonly quoteHeading?: string;
  /** For kinds that have an address. */
  readonly button?: string;
  readonly smallPrint: string;
  /** For SMS; the address follows it. */
  readonly short: string;
}

export interface MessageTemplates {
  readonly greeting: string;
  /** A person and their organisation. */
  readonly sender: string;
  /** Above the address in full. */
  readonly addressHeading: string;
  /** The last line of every message. */
  readonly origin: string;
  readonly kinds: Readonly<Record<MessageKind, MessageTemplate>>;
}
