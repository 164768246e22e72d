import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DeliveryReport, MESSAGE_CHANNELS, type OutgoingMessage } from '@countersign/signing';
import { readElksOutcome } from './elks.ts';
import type { StatusReport } from './phone-provider.ts';
import { isSignedByTwilio, readTwilioOutcome } from './twilio.ts';

export interface DeliveryReportsOptions {
  /** The address of this service, as providers reach it. */
  readonly baseUrl: string;
  /** Makes addresses of reports unguessable. */
  readonly key: Uint8Array;
  /** Absent: Twilio reports nothing. */
  readonly twilioAuthToken?: string;
}

export interface DeliveryReports {
  /** Where a provider reports on this message; null if nothing is recorded of it. */
  statusUrl(provider: string, message: OutgoingMessage): string | null;
  /** `forged` unless the report comes from the provider; `pending` while it is still trying. */
  read(provider: string, report: StatusReport): DeliveryReport | 'pending' | 'forged';
}

/**
 * Addresses that say which message a report is about, with a code that only this service can make: 46elks signs nothing.
 * Twilio's signature is checked besides.
 */
export function createDeliveryReports(options: DeliveryReportsOptions): DeliveryReports {
  const { baseUrl, key, twilioAuthToken } = options;
  return {
    statusUrl(provider, { about, channel }) {
      if (about === undefined) return null;
      const query = new URLSearchParams({ document: about.documentId, signee: about.signeeId, channel });
      query.set('code', makeCode(key, query));
      return `${baseUrl}/message-status/${provider}?${query}`;
    },
    read(provider, report) {
      const target = readTarget(report.url, key);
      if (target === null) return 'forged';
      if (provider === 'twilio' && !isSignedByTwilio(report, twilioAuthToken ?? '')) return 'forged';
      if (provider === 'twilio' && twilioAuthToken === undefined) return 'forged';
      const failure = provider === 'twilio' ? readTwilioOutcome(report.form) : readElksOutcome(report.form);
      return failure === 'pending' ? 'pending' : { ...target, failure };
    },
  };
}

function readTarget(url: string, key: Uint8Array): Omit<DeliveryReport, 'failure'> | null {
  const query = URL.parse(url)?.searchParams ?? new URLSearchParams();
  const given = Buffer.from(query.get('code') ?? '');
  const expected = Buffer.from(makeCode(key, query));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const channel = MESSAGE_CHANNELS.find((name) => name === query.get('channel'));
  if (channel === undefined) return null;
  return { documentId: query.get('document') ?? '', signeeId: query.get('signee') ?? '', channel };
}

function makeCode(key: Uint8Array, query: URLSearchParams): string {
  const parts = ['message-status', query.get('document'), query.get('signee'), query.get('channel')];
  return createHmac('sha256', key).update(parts.join('/')).digest('base64url');
}
