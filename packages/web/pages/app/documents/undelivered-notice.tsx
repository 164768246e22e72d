import type { WaitingBody } from '@countersign/api/bodies';
import { Button, Notice } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useWatched } from '../../parts/polling.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';

interface UndeliveredNoticeProps {
  readonly documentId: string;
  readonly onRetried: () => Promise<void>;
}

/** Says which messages and webhooks of the document are still being tried. Those that were given up are at their person. */
export function UndeliveredNotice({ documentId, onRetried }: UndeliveredNoticeProps) {
  const { api } = useApp();
  const path = `/v1/docs/${documentId}/waiting`;
  const { state, reload } = useWatched<readonly WaitingBody[]>(path, async (previous) => {
    const items = await api.getAll<WaitingBody>(path, 'waiting');
    return JSON.stringify(items) === JSON.stringify(previous) ? null : items;
  });
  if (state.kind !== 'ready') return null;
  const tried = state.value.filter((item) => item.kind !== 'seal' && item.state !== 'given_up');
  if (tried.length === 0) return null;
  return (
    <div class="undelivered">
      {tried.map((item) => (
        <UndeliveredItem
          key={item.waitingId}
          item={item}
          onRetried={async () => {
            await Promise.all([reload(), onRetried()]);
          }}
        />
      ))}
    </div>
  );
}

interface UndeliveredItemProps {
  readonly item: WaitingBody;
  readonly onRetried: () => Promise<void>;
}

function UndeliveredItem({ item, onRetried }: UndeliveredItemProps) {
  const text = useDocumentsText();
  const { api, user } = useApp();
  const { language } = usePageLanguage();
  const retry = useAction();
  const { kind, channel, recipient, webhook, nextAttemptAt, waitingId } = item;
  const name = webhook?.name ?? (recipient?.fullName || recipient?.address) ?? '';
  const sentence = text('waitingItem', {
    kind: kind === 'webhook' ? kind : (channel ?? 'email'),
    name,
    isDue: String(nextAttemptAt === null),
    date: nextAttemptAt === null ? '' : formatDateTime(language, nextAttemptAt),
  });
  const retryNow = () =>
    void retry.run(async () => {
      await api.post(`/v1/account/waiting/${waitingId}/retry`);
      await onRetried();
    });
  return (
    <>
      <Notice
        mood="calm"
        action={
          user.role !== 'member' && (
            <Button icon={icons.undo} isBusy={retry.isBusy} onClick={retryNow}>
              {text('waitingRetry')}
            </Button>
          )
        }
      >
        {sentence}
      </Notice>
      {retry.error !== undefined && <FailureNotice error={retry.error} />}
    </>
  );
}
