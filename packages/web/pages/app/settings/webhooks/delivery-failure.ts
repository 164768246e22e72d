import type { DeliveryBody } from '@countersign/api/bodies';
import type { SettingsKey } from '@countersign/i18n/settings';

interface Kind {
  readonly name: SettingsKey;
  /** In messages of Node, its HTTP client and OpenSSL, and in the service's own. */
  readonly pattern: RegExp;
}

/** The first that fits. */
const KINDS: readonly Kind[] = [
  { name: 'deliveryUserInactive', pattern: /^the user is deactivated/ },
  { name: 'deliveryNotAllowed', pattern: /webhook_url_not_allowed/ },
  { name: 'deliveryNameUnknown', pattern: /ENOTFOUND|EAI_|ENODATA/ },
  { name: 'deliveryTimedOut', pattern: /timeout|timed out|ETIMEDOUT/i },
  { name: 'deliveryCertificate', pattern: /certificate|altnames|\bSSL|EPROTO/i },
  {
    name: 'deliveryNotConnected',
    pattern: /ECONN|EHOST|ENET|EPIPE|EADDR|socket|other side closed|terminated/i,
  },
];

interface DeliveryFailure {
  readonly name: SettingsKey;
  readonly params: Readonly<Record<string, number>>;
  /** Technical, in English; empty if it says no more than the words. */
  readonly detail: string;
}

/** Null without a failure. */
export function describeFailure({
  lastStatus,
  lastError,
}: Pick<DeliveryBody, 'lastStatus' | 'lastError'>): DeliveryFailure | null {
  if (lastError === null) return null;
  if (lastStatus !== null) return { name: 'deliveryAnswered', params: { status: lastStatus }, detail: '' };
  const kind = KINDS.find(({ pattern }) => pattern.test(lastError));
  return { name: kind?.name ?? 'deliveryNotPossible', params: {}, detail: lastError };
}
