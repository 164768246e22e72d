import type { MessageKind } from '@countersign/signing';

/** A kind of message in one language, as ICU messages. */
interface MessageTemplate {
  readonly subject: string;
  /** Preview text of mail programs. */
  readonly preheader: string;
  readonly paragraphs: readonly string[];
  /** Heading of the quote, if any. */
  readonly quoteHeading?: string;
  /** Label of the link, if any. */
  readonly button?: string;
  readonly smallPrint: string;
  /** For SMS, before the address. */
  readonly short: string;
}

export interface MessageTemplates {
  readonly greeting: string;
  /** A person and their organisation. */
  readonly sender: string;
  /** Heading of the full address. */
  readonly addressHeading: string;
  /** The last line of every message. */
  readonly origin: string;
  readonly kinds: Readonly<Record<MessageKind, MessageTemplate>>;
}
