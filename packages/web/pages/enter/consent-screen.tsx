import { useEffect } from 'preact/hooks';
import { Button, Icon, Notice } from '../parts/controls.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useAction, useLoaded } from '../parts/hooks.ts';
import * as icons from '../parts/icons.ts';
import { useEnterText } from '../parts/texts.tsx';
import { type BrowserSession, readSession, signInAddress, signOut } from '../requests/navigation.ts';
import type { PageApi } from '../requests/page-api.ts';
import { RequestRefused } from '../requests/request-json.ts';
import { EntryFrame, EntrySkeleton } from './entry-form.tsx';

interface ConsentScreenProps {
  readonly api: PageApi;
  readonly uid: string;
}

/** The answer of GET /oauth/consents/{uid}. */
interface Consent {
  readonly clientName: string;
  readonly clientId: string;
  readonly clientUri?: string | undefined;
  /** This host receives the code. Names of programs may be invented. */
  readonly redirectHost: string;
  readonly scopes: readonly ('read' | 'write')[];
  readonly account: { readonly name: string };
}

export function ConsentScreen({ api, uid }: ConsentScreenProps) {
  const text = useEnterText();
  const { state, reload } = useLoaded(() => readConsent(api, uid), uid);
  const isSignedOut = state.kind === 'ready' && state.value === null;
  useEffect(() => {
    if (isSignedOut) location.replace(signInAddress(location.pathname));
  }, [isSignedOut]);
  if (state.kind === 'ready' && state.value !== null)
    return <ConsentForm api={api} uid={uid} reload={reload} {...state.value} />;
  return (
    <EntryFrame title={text('consentLoading')}>
      {state.kind === 'failed' ? (
        <FailureNotice error={state.error} onRetry={reload} />
      ) : (
        <EntrySkeleton fields={2} />
      )}
    </EntryFrame>
  );
}

/** Resolves with null without a session. */
async function readConsent(api: PageApi, uid: string) {
  const session = await readSession(api);
  if (session.next !== 'signed_in') return null;
  return { session, consent: await api.get<Consent>(`/oauth/consents/${uid}`) };
}

interface ConsentFormProps extends ConsentScreenProps {
  readonly consent: Consent;
  readonly session: BrowserSession;
  reload(): void;
}

function ConsentForm({ api, uid, consent, session, reload }: ConsentFormProps) {
  const text = useEnterText();
  const action = useAction();
  const { clientName, clientUri, redirectHost, scopes, account } = consent;
  const decide = (decision: 'allow' | 'deny') => () =>
    action.run(async () => {
      const body = { decision, userId: session.user?.userId };
      const { redirectTo } = await api
        .post<{ redirectTo: string }>(`/oauth/consents/${uid}`, body)
        .catch((error: unknown) => {
          // The person is shown whose access is asked for now.
          if (error instanceof RequestRefused && error.status === 401) reload();
          throw error;
        });
      location.assign(redirectTo);
      // The buttons stay busy until the browser has left.
      await new Promise(() => undefined);
    });
  const leave = async () => {
    await signOut(api);
    location.assign(signInAddress(location.pathname));
  };
  return (
    <EntryFrame title={text('consentTitle', { client: clientName })}>
      <p>
        {text('consentIntro', {
          client: clientName,
          user: session.user?.fullName ?? '',
          account: account.name,
        })}
      </p>
      <section aria-labelledby="scopes">
        <h2 id="scopes" class="consent-heading">
          {text('consentScopes')}
        </h2>
        <ul class="consent-scopes">
          {scopes.map((scope) => (
            <li key={scope}>
              <Icon path={scope === 'read' ? icons.eye : icons.edit} />
              {text(`consentScope_${scope}`)}
            </li>
          ))}
        </ul>
      </section>
      <dl class="consent-facts">
        <dt>{text('consentRedirect')}</dt>
        <dd>{redirectHost}</dd>
        {clientUri !== undefined && (
          <>
            <dt>{text('consentWebsite')}</dt>
            <dd>{clientUri}</dd>
          </>
        )}
      </dl>
      <Notice mood="calm">{text('consentWarning', { host: redirectHost })}</Notice>
      {action.error !== undefined && <FailureNotice error={action.error} />}
      <div class="consent-actions">
        <Button isLarge isBusy={action.isBusy} onClick={decide('deny')}>
          {text('deny')}
        </Button>
        <Button kind="primary" isLarge isBusy={action.isBusy} onClick={decide('allow')}>
          {text('allow')}
        </Button>
      </div>
      <p class="soft">{text('consentRevoke')}</p>
      <Button kind="quiet" onClick={() => action.run(leave)}>
        {text('notYou')}
      </Button>
    </EntryFrame>
  );
}
