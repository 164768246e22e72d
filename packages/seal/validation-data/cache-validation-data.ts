import { createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import { BasicOCSPResponse, OCSPResponse } from 'pkijs';
import { BER, listBer, readBer } from '../cms/ber-elements.ts';
import { MAX_CACHED_BYTES, MAX_CACHED_MS, MAX_CACHED_RESPONSES } from '../limits.ts';
import { type NetworkAnswer, type NetworkRequest, type SendRequest, TimedOut } from '../network.ts';

/** The value of CertStatus (RFC 6960 4.2.1). */
const GOOD = 0;

/**
 * Returns undefined if the response is malformed, not `good` or without `nextUpdate`: newer information may be
 * available at any time (RFC 6960 4.2.2.1). The response is not verified.
 */
function readOcspNextUpdate(body: Uint8Array): Date | undefined {
  try {
    const { responseBytes } = OCSPResponse.fromBER(new Uint8Array(body));
    const content = responseBytes?.response.valueBlock.valueHexView;
    if (!content) return undefined;
    const { responses } = BasicOCSPResponse.fromBER(new Uint8Array(content)).tbsResponseData;
    const isGood = responses.every(({ certStatus }) => certStatus.idBlock.tagNumber === GOOD);
    const times = responses.map(({ nextUpdate }) => nextUpdate?.getTime() ?? Number.NaN);
    return isGood ? toDate(Math.min(...times)) : undefined;
  } catch {
    // Malformed input throws.
    return undefined;
  }
}

/**
 * Reads the field of RFC 5280 5.1.2.5 from the first elements only: a CRL may have megabytes, and this runs on
 * the main thread.
 */
function readCrlNextUpdate(body: Uint8Array): Date | undefined {
  const list = readBer(body);
  const [signed] = list?.tag === BER.sequence ? listBer(list.content) : [];
  const times = signed?.tag === BER.sequence ? listBer(signed.content).filter(({ tag }) => isTime(tag)) : [];
  const [, nextUpdate] = times;
  const { result } = nextUpdate ? asn1js.fromBER(new Uint8Array(nextUpdate.whole)) : {};
  const isDate = result instanceof asn1js.UTCTime || result instanceof asn1js.GeneralizedTime;
  return isDate ? toDate(result.toDate().getTime()) : undefined;
}

function isTime(tag: number): boolean {
  return tag === BER.utcTime || tag === BER.generalizedTime;
}

function toDate(time: number): Date | undefined {
  return Number.isFinite(time) ? new Date(time) : undefined;
}

/** The options are for tests; defaults are in limits.ts. */
export interface ValidationCacheOptions {
  readonly now?: () => Date;
  readonly maxAgeMs?: number;
  readonly maxAnswers?: number;
  readonly maxBytes?: number;
}

/**
 * Wraps a sender to cache OCSP responses and CRLs until `nextUpdate`. Shares concurrent requests. Share it
 * between all seals of a process. Does not validate: seals check responses and request invalid ones again
 * with `fresh`.
 */
export function cacheValidationData(send: SendRequest, options: ValidationCacheOptions = {}): SendRequest {
  const cache = new ValidationCache(send, options);
  return (request) => cache.send(request);
}

interface Kept {
  readonly answer: NetworkAnswer;
  readonly until: number;
}

class ValidationCache {
  readonly #send: SendRequest;
  readonly #options: Required<ValidationCacheOptions>;
  /** The least recently used response comes first. */
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<NetworkAnswer>>();
  #bytes = 0;

  constructor(send: SendRequest, options: ValidationCacheOptions) {
    this.#send = send;
    this.#options = {
      now: () => new Date(),
      maxAgeMs: MAX_CACHED_MS,
      maxAnswers: MAX_CACHED_RESPONSES,
      maxBytes: MAX_CACHED_BYTES,
      ...options,
    };
  }

  async send(request: NetworkRequest): Promise<NetworkAnswer> {
    const readNextUpdate = findReader(request);
    if (!readNextUpdate) return this.#send(request);
    const key = nameRequest(request);
    const kept = request.fresh ? undefined : this.#find(key);
    if (kept) return { ...kept.answer, isCached: true };
    const shared = this.#underWay.get(key) ?? this.#ask(key, request, readNextUpdate);
    return withinTime(shared, request.timeoutMs);
  }

  #find(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#forget(key);
    if (kept.until <= this.#options.now().getTime()) return undefined;
    this.#remember(key, kept);
    return kept;
  }

  #ask(key: string, request: NetworkRequest, readNextUpdate: ReadNextUpdate): Promise<NetworkAnswer> {
    const asking = this.#send(request)
      .then((answer) => {
        this.#forget(key);
        const now = this.#options.now().getTime();
        const nextUpdate = answer.status === 200 ? readNextUpdate(answer.body)?.getTime() : undefined;
        const until = Math.min(nextUpdate ?? now, now + this.#options.maxAgeMs);
        if (until > now) this.#remember(key, { answer, until });
        return answer;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asking);
    return asking;
  }

  #remember(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#bytes += kept.answer.body.length;
    const { maxAnswers, maxBytes } = this.#options;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxAnswers && this.#bytes <= maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.answer.body.length ?? 0;
    this.#kept.delete(key);
  }
}

type ReadNextUpdate = (body: Uint8Array) => Date | undefined;

/** Timestamps must not be cached. */
function findReader({ method, headers }: NetworkRequest): ReadNextUpdate | undefined {
  if (method === 'GET') return readCrlNextUpdate;
  return headers['content-type'] === 'application/ocsp-request' ? readOcspNextUpdate : undefined;
}

function nameRequest({ method, url, body = new Uint8Array(0) }: NetworkRequest): string {
  return `${method} ${url} ${createHash('sha256').update(body).digest('base64')}`;
}

/** Applies the caller's own timeout. */
function withinTime(asking: Promise<NetworkAnswer>, timeoutMs: number): Promise<NetworkAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(`No response within ${timeoutMs} ms`)), timeoutMs);
    asking.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
