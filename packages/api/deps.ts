import type { Clock, Identity } from '@countersign/identity';
import type { Tokens } from '@countersign/oauth';
import type { BlobStore, DeliveryReport, Language, OutboxReader, Signing } from '@countersign/signing';
import type { IdempotencyStore, RateCounter } from '@countersign/signing/ports';
import type { FastifyBaseLogger } from 'fastify';
import type { Asset } from './assets/find-assets.ts';
import type { Downloads } from './downloads/create-downloads.ts';

/** Nothing is broken yet: `code` is stable, `message` is for whoever runs the service. */
export interface ReadinessWarning {
  readonly code: string;
  readonly message: string;
}

/** Everything the HTTP side needs. The server wires it. */
export interface ApiDeps {
  readonly identity: Identity;
  readonly signing: Signing;
  readonly tokens: Tokens;
  readonly blobs: Pick<BlobStore, 'read' | 'size'>;
  /**
   * Resolves when the service can do its work, with what an operator has to look at. Rejects with why it cannot, as a
   * `SigningError` whose code and details are answered.
   */
  checkReadiness(): Promise<readonly ReadinessWarning[]>;
  readonly downloads: Downloads;
  /** An address at the store of files; without it downloads lead through the service. */
  readonly presignDownload?: (
    blobId: string,
    options: { readonly disposition: string; readonly seconds: number },
  ) => Promise<string>;
  /** Counts of all nodes; without it this process counts for itself. */
  readonly rateCounter?: RateCounter;
  /** What requests with an `Idempotency-Key` were answered. */
  readonly idempotency: IdempotencyStore;
  /** Development only: kept messages. Without it the outbox pages are not there. */
  readonly outbox?: OutboxReader;
  /** Absent: no provider of messages reports anything. */
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
  readonly web: WebPages;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly settings: ApiSettings;
}

/** What handlers see: the ports, and what is read once at the start. */
export interface RouteDeps extends ApiDeps {
  readonly assets: ReadonlyMap<string, Asset>;
  /** OpenAPI, as JSON. */
  readonly description: string;
}

/** What `@countersign/web` built. */
export interface WebPages {
  /** Folder served under /assets/. Nothing is served when it is missing. */
  readonly directory: string;
  /** The HTML shell of the signing page; the page itself fetches what it shows. */
  renderSigningPage(language: Language): string;
  /** The HTML shell of the page where anybody checks a PDF. */
  renderVerificationPage(language: Language): string;
}

/** What a connection may take; a client that takes more is cut off. */
export interface TransferLimits {
  /** Milliseconds until the headers of a request are there. */
  readonly headersMs: number;
  /** Milliseconds in which nothing of a body arrives. */
  readonly bodyIdleMs: number;
  /** The slowest body, in bytes a second, once the idle limit is over. */
  readonly minBytesPerSecond: number;
  /** Connections at once; one more is closed unanswered. */
  readonly maxConnections: number;
}

/** A number of proxies, a list of addresses and networks (CIDR), or none. */
export type TrustedProxies = number | readonly string[] | false;

export interface ApiSettings {
  /** `health`: nothing but /healthz and /readyz, for a process that runs jobs. */
  readonly serves: 'everything' | 'health';
  readonly transfer: TransferLimits;
  /** Of the largest upload, in bytes. */
  readonly maxFileBytes: number;
  /** Address people reach the service at, without a slash at its end. */
  readonly baseUrl: string;
  /** Requests a minute per access token, or per address without one [D8-14]. */
  readonly rateLimitPerMinute: number;
  /**
   * Whose X-Forwarded-For is believed: the number of proxies before the service, their networks, or nobody's. Never all of it:
   * the client writes the beginning, and the signee's address is evidence.
   */
  readonly trustProxy: TrustedProxies;
  /** The owner's overview page of a document. */
  documentUrl(documentId: string): string;
}
