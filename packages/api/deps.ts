import type { Clock, Origin } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import type { Identity, Operator } from '@countersign/identity';
import type { AuthorizationServer, Tokens } from '@countersign/oauth';
import type { BlobStore, DeliveryReport, OutboxReader, Signing } from '@countersign/signing';
import type { IdempotencyStore, RateCounter } from '@countersign/signing/ports';
import type { FastifyBaseLogger } from 'fastify';
import type { Downloads } from './downloads.ts';
import type { ErrorCode } from './errors/error-table.ts';

/** `code` is stable. */
export interface ReadinessWarning {
  readonly code: string;
  readonly message: string;
}

/** `degraded`: a part that all nodes share does not work, so that another node would do no better. */
export interface Readiness {
  readonly status: 'ready' | 'degraded';
  readonly warnings: readonly ReadinessWarning[];
}

/** It is told of every request, for metrics and traces. Requests are not observed if it is absent. */
export interface RequestObserver {
  /** `traceparent` is the header that a trusted proxy sent. */
  begin(requestId: string, traceparent: string | undefined): ObservedRequest;
}

export interface ObservedRequest {
  /** What the work of the request runs with. */
  readonly origin: Origin;
  end(answer: {
    readonly method: string;
    /** The pattern of the address, or undefined if there is no such route. */
    readonly route: string | undefined;
    readonly status: number;
    readonly errorCode: ErrorCode | undefined;
    readonly seconds: number;
  }): void;
}

export interface ApiDeps {
  readonly identity: Identity;
  readonly signing: Signing;
  readonly tokens: Tokens;
  readonly authorizationServer: AuthorizationServer;
  readonly blobs: Pick<BlobStore, 'read' | 'size'>;
  /** Without OPERATOR_TOKEN the operator has no API. */
  readonly operator?:
    | {
        /** SHA-256 in lower-case hex. */
        readonly tokenHash: string;
        readonly accounts: Pick<
          Operator,
          | 'listAccounts'
          | 'getAccount'
          | 'changeAccount'
          | 'suspendAccount'
          | 'closeAccount'
          | 'reopenAccount'
        >;
      }
    | undefined;
  /** Returns false until the first account exists [D12-09]. It is absent if one does. */
  readonly isStarted?: () => boolean;
  /** Rejects with a `SigningError` if this node should get no requests. */
  checkReadiness(): Promise<Readiness>;
  readonly downloads: Downloads;
  /** Without it, downloads go through the service. */
  readonly presignDownload?:
    | ((
        blobId: string,
        options: { readonly disposition: string; readonly seconds: number },
      ) => Promise<string>)
    | undefined;
  /** Shared by all nodes; absent: this process counts alone. */
  readonly rateCounter?: RateCounter | undefined;
  readonly idempotency: IdempotencyStore;
  /** The outbox exists in development only. */
  readonly outbox?: OutboxReader | undefined;
  /** Without it, the provider sends no reports. */
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
  /** Without it, the provider sends no reports. */
  readonly paymentEvents?:
    | { readEvent(body: Uint8Array, signature: string): string | null | 'forged' }
    | undefined;
  /** Without it, the provider sends no reports. */
  readonly identityEvents?:
    | { readEvent(body: Uint8Array, signature: string): Promise<string | null | 'forged'> }
    | undefined;
  /** Without it, nobody is told. */
  readonly observer?: RequestObserver | undefined;
  readonly web: WebPages;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly settings: ApiSettings;
}

export interface RouteDeps extends ApiDeps {
  describe(): string;
}

export interface WebPages {
  /** Served under /assets/, if it exists. */
  readonly directory: string;
  renderSigningPage(language: Language, embeddingOrigins: readonly string[]): string;
  renderVerificationPage(language: Language): string;
  renderPhonePage(language: Language): string;
  renderApplicationPage(language: Language, options: { readonly isDevelopment: boolean }): string;
  renderEntryPage(language: Language, options: EntryPageOptions): string;
}

interface EntryPageOptions {
  /** Shows operators where to begin. */
  readonly isDevelopment: boolean;
  /** Shown instead of the page of the address; a sentence for people. */
  readonly problem?: string;
  /** The name of the operator's single sign-on; undefined without one. */
  readonly signOnName?: string | undefined;
}

export interface TransferLimits {
  readonly headersMs: number;
  readonly bodyIdleMs: number;
  /** Bytes per second, measured after the idle limit. */
  readonly minBytesPerSecond: number;
  /** Further connections are closed without a response. */
  readonly maxConnections: number;
}

/** The number of proxies, a list of addresses and networks (CIDR), or false for none. */
export type TrustedProxies = number | readonly string[] | false;

export interface ApiSettings {
  /** `health`: /healthz and /readyz only, for a process that runs jobs. */
  readonly serves: 'everything' | 'health';
  readonly transfer: TransferLimits;
  /** The limit in bytes. */
  readonly maxFileBytes: number;
  /** The address has no trailing slash. */
  readonly baseUrl: string;
  /** They may show signing pages in a frame. */
  readonly embeddingOrigins: readonly string[];
  /** The limit counts for each access token, or for each address without one [D8-14]. */
  readonly rateLimitPerMinute: number;
  /** The limit counts for each address [D8-15]. */
  readonly registrationsPerHour: number;
  /** The address has no trailing slash. */
  readonly authUrl: string;
  /** The name of the operator's single sign-on; undefined without one. */
  readonly signOnName?: string | undefined;
  /** Never all of X-Forwarded-For: the client writes its beginning, and the signee's address is evidence. */
  readonly trustProxy: TrustedProxies;
  documentUrl(documentId: string): string;
}
