import type { WaitingBody } from '@countersign/api/bodies';
import type { SettingsKey } from '@countersign/i18n/texts';
import { useState } from 'preact/hooks';
import { Button, EmptyState } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useWatched } from '../../parts/polling.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { describeFailure } from './delivery-log.tsx';
import { ListRow, LoadedView, useSayMoment } from './list-card.tsx';
import { EVENTS } from './webhook-settings.tsx';

const WAITING = '/v1/account/waiting';

const STATES: Readonly<Record<WaitingBody['state'], { readonly name: SettingsKey; readonly mood: string }>> =
  {
    retrying: { name: 'waitingRetrying', mood: 'is-mark' },
    running: { name: 'waitingRunning', mood: 'is-mark' },
    given_up: { name: 'waitingGivenUp', mood: 'is-problem' },
  };

/** Lists what failed, with the reason, the next try, and what the owner can do. */
export function WaitingSettings() {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useWatched<readonly WaitingBody[]>(WAITING, async (previous) => {
    const items = await api.getAll<WaitingBody>(WAITING, 'waiting');
    return JSON.stringify(items) === JSON.stringify(previous) ? null : items;
  });
  const [stopped, setStopped] = useState<WaitingBody | null>(null);
  const [message, setMessage] = useState('');
  return (
    <section class="card">
      <p class="soft">{text('waitingIntro')}</p>
      <p class="visually-hidden" role="status">
        {message}
      </p>
      <LoadedView state={state} onRetry={reload}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={icons.check} title={text('waitingNone')} />
          ) : (
            <ul class="rows">
              {items.map((item) => (
                <WaitingRow
                  key={item.waitingId}
                  item={item}
                  onRetry={async () => {
                    await api.post(`${WAITING}/${item.waitingId}/retry`);
                    setMessage(text('waitingTried'));
                    await reload();
                  }}
                  onStop={() => setStopped(item)}
                />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {stopped !== null && (
        <ConfirmDialog
          title={text('waitingStopTitle')}
          confirm={text('waitingStop')}
          onConfirm={async () => {
            await api.post(`${WAITING}/${stopped.waitingId}/stop`);
            setMessage(text('waitingStopped'));
            await reload();
          }}
          onClose={() => setStopped(null)}
        >
          <p>{titleOf(stopped, text)}</p>
          <p>{text(stopped.kind === 'webhook' ? 'waitingStopWebhook' : 'waitingStopMessage')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

type SettingsText = ReturnType<typeof useSettingsText>;

function titleOf(item: WaitingBody, text: SettingsText): string {
  const { kind, message, channel, recipient, webhook } = item;
  if (kind === 'seal') return text('waitingSeal');
  if (kind === 'webhook') {
    const { name = '', eventType = '' } = webhook ?? {};
    const known = Object.hasOwn(EVENTS, eventType) ? EVENTS[eventType as keyof typeof EVENTS] : null;
    return text('waitingWebhook', { name, type: known === null ? eventType : text(known) });
  }
  const to = recipient === null ? '' : recipient.fullName || recipient.address || '';
  return text('waitingMessage', {
    message: message ?? '',
    channel: channel ?? 'none',
    to,
    named: to === '' ? 'no' : 'yes',
  });
}

function reasonOf(item: WaitingBody, text: SettingsText): string {
  const { kind, reason } = item;
  if (kind === 'seal') return text('waitingSealReason', { reason });
  if (kind === 'message') return text('waitingMessageReason');
  const failure = describeFailure(item);
  return failure === null ? '' : text(failure.name, failure.params);
}

interface WaitingRowProps {
  readonly item: WaitingBody;
  readonly onRetry: () => Promise<void>;
  readonly onStop: () => void;
}

function WaitingRow({ item, onRetry, onStop }: WaitingRowProps) {
  const text = useSettingsText();
  const say = useSayMoment();
  const retry = useAction();
  const { kind, state, documentId, documentName, recipient, attempts, since, nextAttemptAt } = item;
  const { name, mood } = STATES[state];
  const title = titleOf(item, text);
  const address = recipient?.fullName === '' ? null : (recipient?.address ?? null);
  const times = [
    text('attempts', { count: attempts }),
    text('waitingSince', { time: say(since) }),
    nextAttemptAt === null ? '' : text('waitingNext', { time: say(nextAttemptAt) }),
  ];
  const document = documentName !== null && documentId !== null && (
    <a class="text-link" href={`/documents/${documentId}`}>
      {documentName || text('waitingDocument')}
    </a>
  );
  return (
    <ListRow
      title={
        <>
          {title}
          <span class={`badge ${mood}`}>{text(name)}</span>
        </>
      }
      facts={[
        ...(document === false ? [] : [document]),
        ...(address === null ? [] : [address]),
        reasonOf(item, text),
        times.filter((time) => time !== '').join(' · '),
      ]}
    >
      <span class="row-actions">
        <Button kind="quiet" icon={icons.undo} isBusy={retry.isBusy} onClick={() => void retry.run(onRetry)}>
          {text('waitingRetry')}
          <span class="visually-hidden">: {title}</span>
        </Button>
        {kind !== 'seal' && (
          <Button kind="quiet" icon={icons.close} onClick={onStop}>
            {text('waitingStop')}
            <span class="visually-hidden">: {title}</span>
          </Button>
        )}
      </span>
      {retry.error !== undefined && <FailureNotice error={retry.error} />}
    </ListRow>
  );
}
