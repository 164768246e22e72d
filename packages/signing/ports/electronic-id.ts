/**
 * What a signee is shown while an order runs and when it fails. Those with a number are the messages that BankID
 * recommends to every relying party (RFA: recommended for all).
 */
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
  /** The signee is at the provider's pages. */
  'continue_at_provider',
  /** The order is complete; the browser that began it has not come back. */
  'return_to_page',
  /** Not the browser that began the order. */
  'other_browser',
  'refused_at_provider',
  /** The order was not completed in time. */
  'order_expired',
  /** The provider's answer is not a valid identification, or not of this order. */
  'identification_invalid',
  /** The provider finds signs of fraud: that the order was shown to another person, for one. */
  'risk_too_high',
  /** Another person than the order was for. */
  'other_person',
  'provider_unavailable',
  'sandbox_waiting',
] as const;
export type ElectronicIdMessage = (typeof ELECTRONIC_ID_MESSAGES)[number];

/** Whether the e-ID is on the device that shows the page, or on another one. */
export const ELECTRONIC_ID_DEVICES = ['this', 'other'] as const;
export type ElectronicIdDevice = (typeof ELECTRONIC_ID_DEVICES)[number];

export interface ElectronicIdRequest {
  readonly purpose: 'identify' | 'sign';
  readonly device: ElectronicIdDevice;
  /** Of the signee. */
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The page to return to, with a nonce that identifies the browser. */
  readonly returnUrl: string;
  /** Plain text that the e-ID shows before the signee agrees. */
  readonly visibleText: string;
  /** Signed with it, and not shown. */
  readonly hiddenText: string;
  /** Twelve digits: the only person who may complete the order. Null: anybody. */
  readonly personalNumber: string | null;
}

/** A running order as plain JSON. It can be completed with what it holds, so it is stored encrypted. */
export interface ElectronicIdOrder {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly request: ElectronicIdRequest;
  /** Belongs to the provider. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** How the signee gets to the e-ID now. */
export interface ElectronicIdPrompt {
  /** Text of a QR code that may change every second. */
  readonly qrCode: string | null;
  /** Address that opens the e-ID on this device. */
  readonly launchUrl: string | null;
  /** The page asks for the identity itself: the sandbox. */
  readonly asksForIdentity: boolean;
  /** `state` of the redirect to this service, for the browser to keep (RFC 6749 4.1.2); null without such a redirect. */
  readonly redirectState: string | null;
  /** Shown until the provider was asked. */
  readonly message: ElectronicIdMessage;
}

export interface VerifiedIdentity {
  /** Twelve digits with a valid checksum. */
  readonly personalNumber: string;
  readonly fullName: string;
  /** Base64, as the provider sent it; null if it gives none. Holds the personal number. */
  readonly signature: string | null;
  /** Base64 of the certificate's status (RFC 6960) at the time of signing; null if the provider gives none. */
  readonly certificateStatus: string | null;
}

export type ElectronicIdOutcome =
  | { readonly kind: 'pending'; readonly message: ElectronicIdMessage }
  /** `isOutage`: the provider failed, not the person. */
  | { readonly kind: 'failed'; readonly message: ElectronicIdMessage; readonly isOutage?: boolean }
  | { readonly kind: 'complete'; readonly identity: VerifiedIdentity };

/** What the page sends: the sandbox's form, or the query of a redirect. */
export type ElectronicIdInput = Readonly<Record<string, string>>;

/** A provider of electronic identification. Keeps nothing: every call gets the order. */
export interface ElectronicIdProvider {
  /** Shown on pages, in stamps and in evidence: `BankID`. */
  readonly name: string;
  /** Verifies nothing; the page says so. Refused in production. */
  readonly isSandbox: boolean;
  /** Whether an order may be started on another device than that of the page. */
  readonly devices: readonly ElectronicIdDevice[];
  /** Whether it opens `returnUrl` on the device that completed an order of `this` device. */
  readonly opensReturnUrl: boolean;
  /** Rejects with `ElectronicIdRefused`, or `ElectronicIdUnavailable` if another try may succeed. */
  start(request: ElectronicIdRequest): Promise<ElectronicIdOrder>;
  prompt(order: ElectronicIdOrder, now: Date): ElectronicIdPrompt;
  /**
   * The state of an order, whose texts and person are verified when it is complete. After another outcome than
   * `pending` the order has ended. Rejects with `ElectronicIdUnavailable`; the order goes on.
   */
  check(order: ElectronicIdOrder, input?: ElectronicIdInput): Promise<ElectronicIdOutcome>;
  /** Ends an order if it runs. Rejects with `ElectronicIdUnavailable`. */
  cancel(order: ElectronicIdOrder): Promise<void>;
  /** Rejects if the provider cannot be reached or does not accept the service. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

/** The provider did not start the order; the message is for the signee. */
export class ElectronicIdRefused extends Error {
  readonly reason: ElectronicIdMessage;
  constructor(reason: ElectronicIdMessage, options: { readonly cause?: unknown } = {}) {
    super(`e-ID order refused: ${reason}`, options);
    this.name = 'ElectronicIdRefused';
    this.reason = reason;
  }
}

/** The provider cannot be used now. */
export class ElectronicIdUnavailable extends Error {
  readonly reason: ElectronicIdMessage;
  constructor(cause: unknown, reason: ElectronicIdMessage = 'provider_unavailable') {
    super('the e-ID provider is not available', { cause });
    this.name = 'ElectronicIdUnavailable';
    this.reason = reason;
  }
}
