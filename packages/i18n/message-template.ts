import type { MessageKind } from '@countersign/signing';

/** In one language, as ICU messages. */
interface MessageTemplate {
  readonly subject: string;
  /** In mail programs. */
  readonly preheader: string;
  readonly paragraphs: readonly string[];
  /** If any. */
  readonly quoteHeading?: string;
  /** Of the link, if any. */
  readonly button?: string;
  readonly smallPrint: string;
  /** For SMS, before the address. */
  readonly short: string;
}

export interface MessageTemplates {
  readonly greeting: string;
  /** A person and their organisation. */
  readonly sender: string;
  /** Above the full address. */
  readonly addressHeading: string;
  /** In requests to sign. */
  readonly deadline: string;
  /** The last line. */
  readonly origin: string;
  readonly kinds: Readonly<Record<MessageKind, MessageTemplate>>;
}
