import { createHmac } from 'node:crypto';
import { isSameSecret } from '@countersign/base';
import { type DeliveryReport, MESSAGE_CHANNELS, type OutgoingMessage } from '@countersign/signing';
import { readElksOutcome } from './elks.ts';
import type { StatusReport } from './phone-provider.ts';
import { isSignedByTwilio, readTwilioOutcome } from './twilio.ts';

export interface DeliveryReportsOptions {
  readonly baseUrl: string;
  /** The key of the codes in addresses. */
  readonly key: Uint8Array;
  /** If absent, there are no reports. */
  readonly twilioAuthToken?: string;
}

export interface DeliveryReports {
  /** Returns null if the delivery of the message is not recorded. */
  statusUrl(provider: string, message: OutgoingMessage): string | null;
  /** Returns `forged` unless the report is the provider's, and `pending` while it retries. */
  read(provider: string, report: StatusReport): DeliveryReport | 'pending' | 'forged';
}

/**
 * Creates addresses for reports. They have a code of this service, because 46elks has no signature. Twilio's
 * is checked too.
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
      const isTwilio = provider === 'twilio';
      if (isTwilio && (twilioAuthToken === undefined || !isSignedByTwilio(report, twilioAuthToken)))
        return 'forged';
      const failure = isTwilio ? readTwilioOutcome(report.form) : readElksOutcome(report.form);
      return failure === 'pending' ? 'pending' : { ...target, failure };
    },
  };
}

function readTarget(url: string, key: Uint8Array): Omit<DeliveryReport, 'failure'> | null {
  const query = URL.parse(url)?.searchParams ?? new URLSearchParams();
  if (!isSameSecret(Buffer.from(query.get('code') ?? ''), Buffer.from(makeCode(key, query)))) return null;
  const channel = MESSAGE_CHANNELS.find((name) => name === query.get('channel'));
  if (channel === undefined) return null;
  return { documentId: query.get('document') ?? '', signeeId: query.get('signee') ?? '', channel };
}

function makeCode(key: Uint8Array, query: URLSearchParams): string {
  const parts = ['message-status', query.get('document'), query.get('signee'), query.get('channel')];
  return createHmac('sha256', key).update(parts.join('/')).digest('base64url');
}
