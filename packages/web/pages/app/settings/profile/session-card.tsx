import type { ListedSessionBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { formatDateTime } from '../../../parts/format-date.ts';
import { usePageLanguage } from '../../../parts/language.ts';
import { useAction } from '../../../parts/use-action.ts';
import { useLoaded } from '../../../parts/use-loaded.ts';
import { useApp } from '../../app-context.ts';
import { LoadedView } from '../loaded-view.tsx';
import { useSettingsText } from '../text.ts';
import { nameBrowser } from './name-browser.ts';
import { ProgramAccessField } from './program-access-field.tsx';

const SESSIONS = '/v1/users/me/sessions';

export function SessionCard() {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.getAll<ListedSessionBody>(SESSIONS, 'sessions'), SESSIONS);
  const [isAsking, setAsking] = useState(false);
  const [endPrograms, setEndPrograms] = useState(false);
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{text('sessions')}</h2>
      <LoadedView state={state} onRetry={reload}>
        {(sessions) => (
          <ul class="rows">
            {sessions.map((session) => (
              <SessionRow key={session.sessionId} session={session} onEnded={reload} />
            ))}
          </ul>
        )}
      </LoadedView>
      <div class="form-actions">
        <Button icon="sign_out" onClick={() => setAsking(true)}>
          {text('signOutEverywhere')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text('signOutEverywhere')}
          confirm={text('signOutEverywhere')}
          onConfirm={async () => {
            await api.delete(`/v1/sessions?endPrograms=${endPrograms}`);
            location.assign('/sign-in');
          }}
          onClose={() => setAsking(false)}
        >
          <p>{text('signOutEverywhereText')}</p>
          <ProgramAccessField isEnded={endPrograms} onChange={setEndPrograms} />
        </ConfirmDialog>
      )}
    </section>
  );
}

interface SessionRowProps {
  readonly session: ListedSessionBody;
  readonly onEnded: () => Promise<void>;
}

function SessionRow({ session, onEnded }: SessionRowProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const { language } = usePageLanguage();
  const action = useAction();
  const { sessionId, isCurrent, address, userAgent, lastUsedAt } = session;
  const end = async () => {
    await api.delete(`${SESSIONS}/${sessionId}`);
    await onEnded();
  };
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          {nameBrowser(userAgent) ?? text('unknownBrowser')}
          {isCurrent && <span class="badge is-good">{text('thisBrowser')}</span>}
        </span>
        <span class="row-facts">
          {address} · {text('sessionUsed', { time: formatDateTime(language, lastUsedAt) })}
        </span>
        {action.error !== undefined && <FailureNotice error={action.error} />}
      </div>
      {!isCurrent && (
        <Button kind="quiet" icon="sign_out" isBusy={action.isBusy} onClick={() => action.run(end)}>
          {text('endSession')}
        </Button>
      )}
    </li>
  );
}
