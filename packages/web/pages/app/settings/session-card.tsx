import type { ListedSessionBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { ListCard, ListRow, useList, useSayMoment } from './list-card.tsx';
import { ProgramAccessField } from './password-card.tsx';

/** The order matters, because later names occur in the user agents of earlier ones. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns a name such as `Firefox, Windows`, or undefined if it is not known. */
export function nameBrowser(userAgent: string): string | undefined {
  const found = [BROWSERS, SYSTEMS].map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0]);
  const names = found.filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(', ');
}

const SESSIONS = '/v1/users/me/sessions';

export function SessionCard() {
  const text = useSettingsText();
  const { api } = useApp();
  const list = useList<ListedSessionBody>(SESSIONS, 'sessions');
  const [isAsking, setAsking] = useState(false);
  const [endPrograms, setEndPrograms] = useState(false);
  return (
    <ListCard
      id="sessions"
      title={text('sessions')}
      list={list}
      row={(session) => <SessionRow key={session.sessionId} session={session} onEnded={list.reload} />}
    >
      <div class="form-actions">
        <Button icon={icons.signOut} onClick={() => setAsking(true)}>
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
    </ListCard>
  );
}

interface SessionRowProps {
  readonly session: ListedSessionBody;
  readonly onEnded: () => Promise<void>;
}

function SessionRow({ session, onEnded }: SessionRowProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const say = useSayMoment();
  const action = useAction();
  const { sessionId, isCurrent, address, userAgent, lastUsedAt } = session;
  const end = async () => {
    await api.delete(`${SESSIONS}/${sessionId}`);
    await onEnded();
  };
  return (
    <ListRow
      title={
        <>
          {nameBrowser(userAgent) ?? text('unknownBrowser')}
          {isCurrent && <span class="badge is-good">{text('thisBrowser')}</span>}
        </>
      }
      facts={[`${address} · ${text('sessionUsed', { time: say(lastUsedAt) })}`]}
      action={
        isCurrent
          ? undefined
          : {
              icon: icons.signOut,
              text: text('endSession'),
              isBusy: action.isBusy,
              onClick: () => void action.run(end),
            }
      }
    >
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </ListRow>
  );
}
