import type { Clock, Identity } from '@countersign/identity';
import type { AuthorizationServer, Tokens } from '@countersign/oauth';
import type { BlobStore, DeliveryReport, Language, OutboxReader, Signing } from '@countersign/signing';
import type { IdempotencyStore, RateCounter } from '@countersign/signing/ports';
import type { FastifyBaseLogger } from 'fastify';
import type { Asset } from './assets/find-assets.ts';
import type { Downloads } from './downloads/create-downloads.ts';

/** A warning for the operator; `code` is stable. */
export interface ReadinessWarning {
  readonly code: string;
  readonly message: string;
}

/** What the HTTP server needs. */
export interface ApiDeps {
  readonly identity: Identity;
  readonly signing: Signing;
  readonly tokens: Tokens;
  readonly authorizationServer: AuthorizationServer;
  readonly blobs: Pick<BlobStore, 'read' | 'size'>;
  /**
   * Resolves with warnings for the operator if the service can work. Rejects with a `SigningError` otherwise.
   */
  checkReadiness(): Promise<readonly ReadinessWarning[]>;
  readonly downloads: Downloads;
  /** An address at the blob store; null if downloads go through the service. */
  readonly presignDownload?: (
    blobId: string,
    options: { readonly disposition: string; readonly seconds: number },
  ) => Promise<string>;
  /** Shared by all nodes; absent: this process counts alone. */
  readonly rateCounter?: RateCounter;
  /** Responses of requests with `Idempotency-Key`. */
  readonly idempotency: IdempotencyStore;
  /** Development only: stored messages. Absent: no outbox pages. */
  readonly outbox?: OutboxReader;
  /** Absent: providers send no reports. */
  readonly deliveryReports?: {
    read(
      provider: string,
      report: {
        readonly url: string;
        readonly form: Readonly<Record<string, string>>;
        readonly signature: string | undefined;
      },
    ): DeliveryReport | 'pending' | 'forged';
  };
  /** Absent: the provider of payments sends no reports. */
  readonly paymentEvents?: {
    /** The proof that it is about; null for other events. */
    readEvent(body: Uint8Array, signature: string): string | null | 'forged';
  };
  /** Absent: no provider of ID scans or face checks sends reports. */
  readonly identityEvents?: {
    /** The proof that it is about; null for other events. */
    readEvent(body: Uint8Array, signature: string): Promise<string | null | 'forged'>;
  };
  readonly web: WebPages;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly settings: ApiSettings;
}

/** The ports, and what is made once. */
export interface RouteDeps extends ApiDeps {
  readonly assets: ReadonlyMap<string, Asset>;
  /** Returns OpenAPI, as JSON. */
  describe(): string;
}

/** The build of `@countersign/web`. */
export interface WebPages {
  /** Folder served under /assets/, if it exists. */
  readonly directory: string;
  /** The HTML shell of the signing page, which fetches the content. */
  renderSigningPage(language: Language, embeddingOrigins: readonly string[]): string;
  /** The HTML shell of the verification page. */
  renderVerificationPage(language: Language): string;
  /** The HTML shell of the page of a phone that goes on with a check. */
  renderPhonePage(language: Language): string;
  /** The HTML shell of the pages of people who send documents. */
  renderApplicationPage(language: Language, options: { readonly isDevelopment: boolean }): string;
  /** The HTML shell of the home page, signing in, invitations, password resets and consent. */
  renderEntryPage(language: Language, options: EntryPageOptions): string;
}

interface EntryPageOptions {
  /** Shows operators where to begin. */
  readonly isDevelopment: boolean;
  /** Shown instead of the page of the address; a sentence for people. */
  readonly problem?: string;
}

/** Limits of connections; clients that exceed them are disconnected. */
export interface TransferLimits {
  /** Milliseconds for the headers of a request. */
  readonly headersMs: number;
  /** Milliseconds without any byte of a body. */
  readonly bodyIdleMs: number;
  /** Lowest rate in bytes per second, after the idle limit. */
  readonly minBytesPerSecond: number;
  /** Further connections are closed without a response. */
  readonly maxConnections: number;
}

/** The number of proxies, a list of addresses and networks (CIDR), or none. */
export type TrustedProxies = number | readonly string[] | false;

export interface ApiSettings {
  /** `health`: only /healthz and /readyz, for a process that runs jobs. */
  readonly serves: 'everything' | 'health';
  readonly transfer: TransferLimits;
  /** Bytes. */
  readonly maxFileBytes: number;
  /** The public address, without a trailing slash. */
  readonly baseUrl: string;
  /** Origins whose pages may show signing pages in a frame. */
  readonly embeddingOrigins: readonly string[];
  /** Per access token, or per address without one [D8-14]. */
  readonly rateLimitPerMinute: number;
  /** Per address [D8-15]. */
  readonly registrationsPerHour: number;
  /** The public address of the authorization server, without a trailing slash. */
  readonly authUrl: string;
  /**
   * The proxies whose X-Forwarded-For is trusted: their number or networks. Never all of the header: the client
   * writes its beginning, and the signee's address is evidence.
   */
  readonly trustProxy: TrustedProxies;
  documentUrl(documentId: string): string;
}
