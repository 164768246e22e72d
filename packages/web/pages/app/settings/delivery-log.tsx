import type { DeliveryBody, WebhookBody } from '@countersign/api/bodies';
import type { SettingsKey } from '@countersign/i18n/texts';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useWatched } from '../../parts/polling.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { ListRow, LoadedView, useSayMoment } from './list-card.tsx';

interface Kind {
  readonly name: SettingsKey;
  /** The pattern matches messages of Node, its HTTP client and OpenSSL, and the service's own. */
  readonly pattern: RegExp;
}

/** The first kind that fits is shown. */
const KINDS: readonly Kind[] = [
  { name: 'deliveryStopped', pattern: /^stopped$/ },
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
  /** The detail is technical and in English, and empty if it adds nothing. */
  readonly detail: string;
}

/** Returns null for a delivery without a failure. */
export function describeFailure({
  lastStatus,
  lastError,
}: Pick<DeliveryBody, 'lastStatus' | 'lastError'>): DeliveryFailure | null {
  if (lastError === null) return null;
  if (lastStatus !== null) return { name: 'deliveryAnswered', params: { status: lastStatus }, detail: '' };
  const kind = KINDS.find(({ pattern }) => pattern.test(lastError));
  return { name: kind?.name ?? 'deliveryNotPossible', params: {}, detail: lastError };
}

const STATUSES: Readonly<
  Record<DeliveryBody['status'], { readonly name: SettingsKey; readonly mood: string }>
> = {
  pending: { name: 'deliveryPending', mood: 'is-mark' },
  delivered: { name: 'deliveryDelivered', mood: 'is-good' },
  dead: { name: 'deliveryFailed', mood: 'is-problem' },
};

export function DeliveryLog({ webhook }: { readonly webhook: WebhookBody }) {
  const text = useSettingsText();
  const { api } = useApp();
  const [isShown, setShown] = useState(false);
  const [version, setVersion] = useState(0);
  const test = useAction();
  const address = `/v1/webhooks/${webhook.webhookId}`;
  const sendTest = () =>
    test.run(async () => {
      await api.post(`${address}/test`);
      setShown(true);
      setVersion((count) => count + 1);
    });
  return (
    <>
      <div class="form-actions">
        <Button icon={icons.log} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {text('deliveries')}
        </Button>
        <Button icon={icons.send} isBusy={test.isBusy} onClick={sendTest}>
          {text('sendTest')}
        </Button>
      </div>
      {test.error !== undefined && <FailureNotice error={test.error} />}
      {isShown && <Deliveries key={version} address={address} />}
    </>
  );
}

function Deliveries({ address }: { readonly address: string }) {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useWatched<readonly DeliveryBody[]>(address, async (previous) => {
    const path = `${address}/deliveries?limit=20`;
    const { deliveries } = await api.get<{ deliveries: readonly DeliveryBody[] }>(path);
    return JSON.stringify(deliveries) === JSON.stringify(previous) ? null : deliveries;
  });
  return (
    <LoadedView state={state} onRetry={reload}>
      {(deliveries) => (
        <>
          {deliveries.length === 0 && <p class="soft">{text('noDeliveries')}</p>}
          <ul class="rows" aria-live="polite">
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.deliveryId}
                delivery={delivery}
                onRepeat={async () => {
                  await api.post(`${address}/deliveries/${delivery.deliveryId}/redeliver`);
                  await reload();
                }}
              />
            ))}
          </ul>
        </>
      )}
    </LoadedView>
  );
}

interface DeliveryRowProps {
  readonly delivery: DeliveryBody;
  readonly onRepeat: () => Promise<void>;
}

function DeliveryRow({ delivery, onRepeat }: DeliveryRowProps) {
  const text = useSettingsText();
  const say = useSayMoment();
  const repeat = useAction();
  const { eventType, status, attempts, lastStatus, lastError, createdAt } = delivery;
  const { name, mood } = STATUSES[status];
  const failure = describeFailure({ lastStatus, lastError });
  const facts = [
    say(createdAt),
    text('attempts', { count: attempts }),
    failure !== null || lastStatus === null ? '' : `HTTP ${lastStatus}`,
    failure === null ? '' : text(failure.name, failure.params),
  ];
  return (
    <ListRow
      title={
        <>
          <code>{eventType}</code>
          <span class={`badge ${mood}`}>{text(name)}</span>
        </>
      }
      facts={[facts.filter((fact) => fact !== '').join(' · ')]}
      action={{
        icon: icons.undo,
        text: text('redeliver'),
        isBusy: repeat.isBusy,
        onClick: () => void repeat.run(onRepeat),
      }}
    >
      {failure !== null && failure.detail !== '' && (
        <code class="row-detail" lang="en">
          {failure.detail}
        </code>
      )}
      {repeat.error !== undefined && <FailureNotice error={repeat.error} />}
    </ListRow>
  );
}
