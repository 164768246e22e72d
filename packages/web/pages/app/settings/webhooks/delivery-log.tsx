import type { DeliveryBody, WebhookBody } from '@countersign/api/bodies';
import type { SettingsKey } from '@countersign/i18n/settings';
import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { formatDateTime } from '../../../parts/format-date.ts';
import { usePageLanguage } from '../../../parts/language.ts';
import { useAction } from '../../../parts/use-action.ts';
import { useWatched } from '../../../parts/use-watched.ts';
import { useApp } from '../../app-context.ts';
import { LoadedView } from '../loaded-view.tsx';
import { useSettingsText } from '../text.ts';
import { describeFailure } from './delivery-failure.ts';

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
        <Button icon="log" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {text('deliveries')}
        </Button>
        <Button icon="send" isBusy={test.isBusy} onClick={sendTest}>
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
  const { language } = usePageLanguage();
  const repeat = useAction();
  const { eventType, status, attempts, lastStatus, lastError, createdAt } = delivery;
  const { name, mood } = STATUSES[status];
  const failure = describeFailure({ lastStatus, lastError });
  const facts = [
    formatDateTime(language, createdAt),
    text('attempts', { count: attempts }),
    failure !== null || lastStatus === null ? '' : `HTTP ${lastStatus}`,
    failure === null ? '' : text(failure.name, failure.params),
  ];
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          <code>{eventType}</code>
          <span class={`badge ${mood}`}>{text(name)}</span>
        </span>
        <span class="row-facts">{facts.filter((fact) => fact !== '').join(' · ')}</span>
        {failure !== null && failure.detail !== '' && (
          <code class="row-detail" lang="en">
            {failure.detail}
          </code>
        )}
        {repeat.error !== undefined && <FailureNotice error={repeat.error} />}
      </div>
      <Button kind="quiet" icon="undo" isBusy={repeat.isBusy} onClick={() => repeat.run(onRepeat)}>
        {text('redeliver')}
      </Button>
    </li>
  );
}
