import type { EventType } from '../webhooks/webhook.ts';

export interface DocumentEvent {
  readonly eventId: string;
  readonly type: EventType;
  readonly documentId: string;
  readonly accountId: string;
  readonly userId: string;
  /** Set for opened and signed, null otherwise [D7-13]. */
  readonly signeeId: string | null;
  readonly date: Date;
}
