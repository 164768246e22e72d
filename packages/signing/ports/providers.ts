import type { Language } from '@countersign/base/locale';

/** [2.10-09] [2.10-10]; registers know more. */
export const COMPANY_ROLES = ['beneficial_owner', 'board_member'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

export interface CompanyPerson {
  /** Twelve digits. */
  readonly personalNumber: string;
  readonly roles: readonly CompanyRole[];
}

export interface Company {
  /** Ten digits. */
  readonly organisationNumber: string;
  readonly name: string;
  /** It is empty if the register has none. */
  readonly addressLine1: string;
  readonly zipCode: string;
  readonly city: string;
  /** It is false if it was struck off. */
  readonly isRegistered: boolean;
  /** Those with a role of `COMPANY_ROLES` and a personal number. */
  readonly people: readonly CompanyPerson[];
}

export interface CompanyRegister {
  /** The name in the evidence: `Bolagsverket`. */
  readonly name: string;
  /** The page says so. Refused in production. */
  readonly isSandbox: boolean;
  /** Returns null if unknown. Rejects with `CompanyRegisterUnavailable` if another try may succeed. */
  find(organisationNumber: string): Promise<Company | null>;
  /** Rejects unless the register accepts the service. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

export class CompanyRegisterUnavailable extends Error {
  constructor(cause: unknown) {
    super('the company register is not available', { cause });
    this.name = 'CompanyRegisterUnavailable';
  }
}

export interface FaceCheckRequest {
  /** The proof, as the provider reports it back. */
  readonly reference: string;
  /** JPEG. */
  readonly portrait: Uint8Array;
  readonly returnUrl: string;
  readonly language: Language;
}

export interface StartedFaceCheck {
  readonly sessionId: string;
  /** It is null for the sandbox. */
  readonly url: string | null;
}

export type FaceCheckFailure = 'face_not_matched' | 'cancelled' | 'provider_failed';

export type FaceCheckResult =
  | { readonly status: 'pending' }
  /** `score`: 0 to 1; null if the provider only says that they match. */
  | { readonly status: 'passed'; readonly score: number | null }
  | { readonly status: 'failed'; readonly reason: FaceCheckFailure };

/** Rejects if it cannot be reached, or has no such session. */
export interface FaceCheckProvider {
  readonly name: string;
  /** It compares nothing: development only. */
  readonly isSandbox: boolean;
  start(request: FaceCheckRequest): Promise<StartedFaceCheck>;
  fetch(sessionId: string): Promise<FaceCheckResult>;
}

/** The payment is made on a page of the provider. Rejects if it cannot be used now. */
export interface PaymentProvider {
  /** `sandbox` takes no money; the page says so. */
  readonly name: string;
  /** Returns null for a currency that it does not take. */
  amountsOf(currency: string): PaymentAmounts | null;
  createCheckout(order: PaymentOrder): Promise<{ readonly checkoutId: string; readonly url: string | null }>;
  findCheckout(checkoutId: string): Promise<Checkout>;
  /** Cancelling an ended one is not an error. */
  cancelCheckout(checkoutId: string): Promise<void>;
}

/** Amounts are in the smallest unit of the currency. */
export interface PaymentAmounts {
  readonly min: number;
  readonly max: number;
  readonly multipleOf: number;
}

export interface PaymentOrder {
  /** The proof: one checkout, however often it is asked. */
  readonly reference: string;
  /** The amount is in the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly description: string;
  readonly emailAddress: string | null;
  readonly language: Language;
  readonly returnUrl: string;
  /** Cannot be paid afterwards. */
  readonly expiresAt: Date;
}

export interface Checkout {
  readonly status: 'open' | 'paid' | 'expired';
  readonly amount: number;
  readonly currency: string;
  /** The id is for the evidence; null until it is paid. */
  readonly paymentId: string | null;
}

/** Shared by all nodes. */
export interface RateCounter {
  /**
   * A window starts with its first count. Simultaneous counts get different numbers. `amount` -1 takes one
   * back.
   */
  count(key: string, windowMs: number, amount?: 1 | -1): Promise<RateCount>;
  /** Those that are over. Resolves with the number. */
  removeExpired(): Promise<number>;
}

export interface RateCount {
  /** 1 for the first of a window. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}

/** Protected against SSRF. Resolves with the status; rejects without a response. */
export interface WebhookSender {
  /** Rejects with `code` `webhook_url_not_allowed`. Makes no network call. */
  checkUrl(url: string): Promise<void>;
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status: number }>;
}
