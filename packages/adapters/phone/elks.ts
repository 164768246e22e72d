import { MessageRejected } from '@countersign/signing';
import { AdapterError } from '../errors.ts';
import {
  createProviderClient,
  type PhoneProvider,
  type ProviderAnswer,
  type ReportedOutcome,
  type StatusReport,
} from './phone-provider.ts';
import type { TwilioOptions } from './twilio.ts';

const API = 'https://api.46elks.com';

export interface ElksOptions extends Pick<TwilioOptions, 'statusUrl' | 'timeoutMs'> {
  readonly username: string;
  readonly password: string;
  /** The sender is a number with +, or up to 11 letters and digits. */
  readonly from: string;
  /** Tests have an API of their own. */
  readonly api?: string | undefined;
}

export function createElksProvider(options: ElksOptions): PhoneProvider {
  const { from, api = API, statusUrl } = options;
  const client = createProviderClient(options);
  const url = `${api}/a1/sms`;
  return {
    async send(message) {
      const whenDelivered = statusUrl(message);
      const answer = await client.post(url, {
        from,
        to: message.to,
        message: message.text,
        ...(whenDelivered === null ? {} : { whendelivered: whenDelivered }),
      });
      if (answer.status >= 400) throw explainRefusal(answer);
    },
    async hasTaken(message, since) {
      const query = new URLSearchParams({ end: since.toISOString(), limit: '100' });
      const { body } = await client.get(`${url}?${query}`);
      const { data = [] } = Object(body) as { data?: readonly { to?: string; message?: string }[] };
      return data.some((taken) => taken.to === message.to && taken.message === message.text);
    },
    close: () => client.close(),
  };
}

/** Only one of the refusals is about the recipient. */
function explainRefusal({ status, body }: ProviderAnswer): Error {
  const cause = new AdapterError('provider_failed', { status });
  const isAboutNumber =
    (status === 400 || status === 403) && /invalid.*\bto\b|\bto\b.*(number|invalid)/i.test(String(body));
  return isAboutNumber ? new MessageRejected('recipient_invalid', { cause }) : cause;
}

/** Reads `sent`, `delivered` or `failed`, which comes without a reason. */
export function readElksOutcome({ status }: StatusReport['form']): ReportedOutcome {
  if (status === 'delivered') return null;
  return status === 'failed' ? 'recipient_unreachable' : 'pending';
}
