import type { AccountEventBody, UserBody } from '@countersign/api/bodies';
import type { SettingsKey } from '@countersign/i18n/texts';
import { Button } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction, useLoaded } from '../../parts/hooks.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { LoadedView, useSayMoment } from './list-card.tsx';

const PAGE_SIZE = 50;

const NAMES: Readonly<Record<AccountEventBody['type'], SettingsKey>> = {
  'session.started': 'logSessionStarted',
  'session.refused': 'logSessionRefused',
  'session.limited': 'logSessionLimited',
  'session.account_switched': 'logAccountSwitched',
  'session.ended': 'logSessionEnded',
  'session.ended_everywhere': 'logSessionsEnded',
  'password.changed': 'logPasswordChanged',
  'password.reset_requested': 'logResetRequested',
  'password.reset': 'logPasswordReset',
  'totp.enabled': 'logTotpEnabled',
  'totp.disabled': 'logTotpDisabled',
  'sign_in.reset': 'logSignInReset',
  'account.created': 'logAccountCreated',
  'account.suspended': 'logAccountSuspended',
  'account.closed': 'logAccountClosed',
  'account.reopened': 'logAccountReopened',
  'account.capabilities_changed': 'logCapabilitiesChanged',
  'account.limits_changed': 'logLimitsChanged',
  'account.exported': 'logAccountExported',
  'person.exported': 'logPersonExported',
  'person.erased': 'logPersonErased',
  'user.created': 'logUserCreated',
  'single_sign_on.changed': 'logSignOnChanged',
  'single_sign_on.removed': 'logSignOnRemoved',
  'single_sign_on.domain_added': 'logDomainAdded',
  'single_sign_on.domain_verified': 'logDomainVerified',
  'single_sign_on.domain_removed': 'logDomainRemoved',
  'single_sign_on.linked': 'logSignOnLinked',
  'scim_token.created': 'logScimTokenCreated',
  'scim_token.removed': 'logScimTokenRemoved',
  'document.sealing_requested': 'logSealingRequested',
  'document.evidence_exported': 'logEvidenceExported',
  'waiting.retried': 'logWaitingRetried',
  'waiting.stopped': 'logWaitingStopped',
  'recovery_codes.created': 'logCodesCreated',
  'recovery_code.used': 'logCodeUsed',
  'passkey.added': 'logPasskeyAdded',
  'passkey.renamed': 'logPasskeyRenamed',
  'passkey.removed': 'logPasskeyRemoved',
  'user.invited': 'logUserInvited',
  'user.invitation_sent': 'logInvitationSent',
  'user.invitation_withdrawn': 'logInvitationWithdrawn',
  'user.invitation_accepted': 'logInvitationAccepted',
  'user.changed': 'logUserChanged',
  'account.changed': 'logAccountChanged',
  'api_key.created': 'logKeyCreated',
  'api_key.removed': 'logKeyRemoved',
  'grant.created': 'logGrantCreated',
  'grant.denied': 'logGrantDenied',
  'grant.ended': 'logGrantEnded',
  'grant.misused': 'logGrantMisused',
  'oauth_client.created': 'logClientCreated',
  'oauth_client.removed': 'logClientRemoved',
};

interface LogPage {
  readonly events: readonly AccountEventBody[];
  readonly nextOffset: number | null;
}

/** The newest entry comes first. */
export function LogSettings() {
  const text = useSettingsText();
  const { api } = useApp();
  const readPage = (offset: number) =>
    api.get<LogPage>(`/v1/account/audit-log?limit=${PAGE_SIZE}&offset=${offset}`);
  const load = async () => {
    const [users, page] = await Promise.all([
      api.getAll<UserBody>('/v1/account/users', 'users'),
      readPage(0),
    ]);
    return { names: new Map(users.map(({ userId, fullName }) => [userId, fullName])), ...page };
  };
  const { state, reload, replace } = useLoaded(load, 'log');
  const more = useAction();
  return (
    <section class="card">
      <p class="soft">{text('logIntro')}</p>
      <LoadedView state={state} onRetry={reload}>
        {({ names, events, nextOffset }) => (
          <>
            <ul class="rows log-rows">
              {events.map((event) => (
                <EventRow key={event.eventId} event={event} names={names} />
              ))}
            </ul>
            {more.error !== undefined && <FailureNotice error={more.error} />}
            {nextOffset !== null && (
              <div class="form-actions">
                <Button
                  isBusy={more.isBusy}
                  onClick={() =>
                    more.run(async () => {
                      const page = await readPage(nextOffset);
                      replace({ names, ...page, events: [...events, ...page.events] });
                    })
                  }
                >
                  {text('showMore')}
                </Button>
              </div>
            )}
          </>
        )}
      </LoadedView>
    </section>
  );
}

interface EventRowProps {
  readonly event: AccountEventBody;
  readonly names: ReadonlyMap<string, string>;
}

function byNoUser(by: string | undefined, text: (key: SettingsKey) => string): string | undefined {
  if (by === 'operator') return text('byOperator');
  if (by === 'single_sign_on') return text('singleSignOn');
  return by === 'scim' ? text('bySync') : undefined;
}

function EventRow({ event, names }: EventRowProps) {
  const text = useSettingsText();
  const say = useSayMoment();
  const { type, date, userId, subjectId, address, details } = event;
  const [user, subject] = [userId, subjectId].map((id) => (id === null ? undefined : names.get(id)));
  const by = byNoUser(details.by, text) ?? user;
  // A removed key or passkey has its name nowhere else.
  const about = subject ?? details.domain ?? details.name;
  const { fault } = details;
  const facts = [say(date), by, about === user ? undefined : about, address, fault];
  const isOfDocument = type.startsWith('document.') && subjectId !== null;
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          {isOfDocument ? (
            <a class="text-link" href={`/documents/${subjectId}`}>
              {text(NAMES[type])}
            </a>
          ) : (
            text(NAMES[type])
          )}
        </span>
        <span class="row-facts">
          {facts.filter((fact) => fact !== undefined && fact !== null && fact !== '').join(' · ')}
        </span>
      </div>
    </li>
  );
}
