/** Those with a number are the messages that BankID recommends to every relying party (RFA). */
export const ELECTRONIC_ID_MESSAGES = [
  'rfa1',
  'rfa3',
  'rfa4',
  'rfa5',
  'rfa6',
  'rfa8',
  'rfa9',
  'rfa13',
  'rfa15',
  'rfa16',
  'rfa17a',
  'rfa17b',
  'rfa21',
  'rfa22',
  'rfa23',
  'rfa24',
  'rfa25',
  'rfa26',
  'rfa27',
  'rfa28',
  'rfa29',
  'rfa30',
  'continue_at_provider',
  /** The browser that began the order has not come back. */
  'return_to_page',
  /** The browser is not the one that began the order. */
  'other_browser',
  'refused_at_provider',
  'order_expired',
  /** The answer of the provider is invalid, or is of another order. */
  'identification_invalid',
  /** Signs of fraud, such as an order shown to another person. */
  'risk_too_high',
  /** The person is not the one for whom the order was started. */
  'other_person',
  'provider_unavailable',
  'sandbox_waiting',
] as const;
export type ElectronicIdMessage = (typeof ELECTRONIC_ID_MESSAGES)[number];

/** That shows the page, or another one. */
export const ELECTRONIC_ID_DEVICES = ['this', 'other'] as const;
export type ElectronicIdDevice = (typeof ELECTRONIC_ID_DEVICES)[number];

export interface ElectronicIdRequest {
  readonly purpose: 'identify' | 'sign';
  readonly device: ElectronicIdDevice;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The address has a nonce that identifies the browser. */
  readonly returnUrl: string;
  /** Plain text, shown before the signee agrees. */
  readonly visibleText: string;
  /** Signed with it, and not shown. */
  readonly hiddenText: string;
  /** Twelve digits: only this person may complete the order. Null: anybody. */
  readonly personalNumber: string | null;
}

/** Plain JSON. It can be completed with what it holds, so it is stored encrypted. */
export interface ElectronicIdOrder {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly request: ElectronicIdRequest;
  /** The secrets are for the provider. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface ElectronicIdPrompt {
  /** It may change every second. */
  readonly qrCode: string | null;
  /** Opens the e-ID on this device. */
  readonly launchUrl: string | null;
  /** The sandbox asks for an identity to play. */
  readonly asksForIdentity: boolean;
  /** The browser keeps the state (RFC 6749 4.1.2); null without a redirect to this service. */
  readonly redirectState: string | null;
  /** The message that is shown until the provider was asked. */
  readonly message: ElectronicIdMessage;
}

export interface VerifiedIdentity {
  /** Twelve digits with a valid checksum. */
  readonly personalNumber: string;
  readonly fullName: string;
  /** Base64, as the provider sent it; null without one. Holds the personal number. */
  readonly signature: string | null;
  /** Base64 (RFC 6960), at the time of signing; null without one. */
  readonly certificateStatus: string | null;
}

export type ElectronicIdOutcome =
  | { readonly kind: 'pending'; readonly message: ElectronicIdMessage }
  /** `isOutage`: the provider failed, not the person. */
  | { readonly kind: 'failed'; readonly message: ElectronicIdMessage; readonly isOutage?: boolean }
  | { readonly kind: 'complete'; readonly identity: VerifiedIdentity };

export type ElectronicIdInput = Readonly<Record<string, string>>;

/** Keeps nothing: every call gets the order. */
export interface ElectronicIdProvider {
  /** The name on pages, in stamps and in evidence: `BankID`. */
  readonly name: string;
  /** The page says so. Refused in production. */
  readonly isSandbox: boolean;
  /** The devices on which an order may be started. */
  readonly devices: readonly ElectronicIdDevice[];
  /** Whether the return address opens on the device that completed an order of `this` device. */
  readonly opensReturnUrl: boolean;
  /** Rejects with `ElectronicIdRefused`, or `ElectronicIdUnavailable` if another try may succeed. */
  start(request: ElectronicIdRequest): Promise<ElectronicIdOrder>;
  prompt(order: ElectronicIdOrder, now: Date): ElectronicIdPrompt;
  /**
   * The texts and the person of a complete order are verified. After another outcome than `pending` it has
   * ended. Rejects with `ElectronicIdUnavailable`; the order goes on.
   */
  check(order: ElectronicIdOrder, input?: ElectronicIdInput): Promise<ElectronicIdOutcome>;
  /** If it runs. Rejects with `ElectronicIdUnavailable`. */
  cancel(order: ElectronicIdOrder): Promise<void>;
  /** Rejects unless the provider accepts the service. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

/** The message is for the signee. */
export class ElectronicIdRefused extends Error {
  readonly reason: ElectronicIdMessage;
  constructor(reason: ElectronicIdMessage, options: { readonly cause?: unknown } = {}) {
    super(`e-ID order refused: ${reason}`, options);
    this.name = 'ElectronicIdRefused';
    this.reason = reason;
  }
}

export class ElectronicIdUnavailable extends Error {
  readonly reason: ElectronicIdMessage;
  constructor(cause: unknown, reason: ElectronicIdMessage = 'provider_unavailable') {
    super('the e-ID provider is not available', { cause });
    this.name = 'ElectronicIdUnavailable';
    this.reason = reason;
  }
}
