import { DocumentUnavailable, type FetchDocument } from '@countersign/oauth';
import { AdapterError } from '../errors.ts';
import type { AddressPolicy } from './allowed-address.ts';
import { readBounded } from './bounded-answer.ts';
import { checkUrl } from './check-url.ts';
import { createCheckedLookup, type ResolveName } from './checked-lookup.ts';
import { loadUndici, OutgoingAgent } from './outgoing-agent.ts';

/** Not in the specification: people wait. */
const TIMEOUT_MS = 5_000;

export interface DocumentFetcherOptions {
  /** Development and tests: loopback over https, with this certificate. */
  readonly loopbackAuthorityPem?: string;
  /** For tests. */
  readonly resolveName?: ResolveName;
}

export interface DocumentFetcher {
  readonly fetch: FetchDocument;
  close(): Promise<void>;
}

/**
 * The only reader of client metadata documents: HTTPS from public addresses, no redirects [D8-21] [D8-23].
 */
export function createDocumentFetcher(options: DocumentFetcherOptions = {}): DocumentFetcher {
  const { loopbackAuthorityPem: ca, resolveName } = options;
  const policy: AddressPolicy = { refusal: 'document_url_not_allowed', allowLoopback: ca !== undefined };
  const lookup = createCheckedLookup(policy, resolveName);
  const agent = new OutgoingAgent({
    connect: { lookup, timeout: TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    pipelining: 0,
    allowH2: false,
  });
  return {
    async fetch(url, maxBytes) {
      const target = checkUrl(url, policy);
      if (target.protocol !== 'https:')
        throw new AdapterError(policy.refusal, { host: target.host, reason: 'not https' });
      await loadUndici();
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const headers = { accept: 'application/json' };
      try {
        const answer = await agent.request(target, { headers, signal });
        const body = await readBounded(answer.body, maxBytes);
        return { status: answer.statusCode, headers: singleHeaders(answer.headers), body };
      } catch (error) {
        throw error instanceof AdapterError ? error : new DocumentUnavailable(error);
      }
    },
    close: () => agent.close(),
  };
}

function singleHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name.toLowerCase(), String(value)]);
  return Object.fromEntries(entries);
}
