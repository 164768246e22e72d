import { useEffect, useState } from 'preact/hooks';
import { Button, Notice } from '../parts/controls.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useAction, useLoaded } from '../parts/hooks.ts';
import * as icons from '../parts/icons.ts';
import { useEnterText } from '../parts/texts.tsx';
import {
  chooseAccount,
  nextAddress,
  readSession,
  type SessionStep,
  signOut,
} from '../requests/navigation.ts';
import type { PageApi } from '../requests/page-api.ts';
import { hasPasskeys, signInWithPasskey } from '../requests/passkeys.ts';
import { orSignOn } from '../requests/single-sign-on.ts';
import { EntryForm, EntryFrame, EntryInput, EntrySkeleton, PasswordInput } from './entry-form.tsx';
import { ProductPicture } from './product-picture.tsx';
import { ProviderSignOut, ServiceSignOnButton, SingleSignOnForm } from './single-sign-on.tsx';

interface AccountChoiceProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
}

function AccountChoice({ api, onStep }: AccountChoiceProps) {
  const text = useEnterText();
  const { state, reload } = useLoaded(() => readSession(api), 'accounts');
  const action = useAction();
  const enter = async (accountId: string) => {
    const choose = () => chooseAccount(api, accountId);
    const step = await orSignOn(api, choose, { accountId }, readNext());
    if (step !== null) onStep(step);
  };
  return (
    <EntryFrame title={text('chooseAccountTitle')}>
      <p class="soft">{text('chooseAccountIntro')}</p>
      {state.kind === 'loading' && <EntrySkeleton fields={2} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && (
        <ul class="account-choices">
          {(state.value.accounts ?? []).map(({ accountId, name }) => (
            <li key={accountId}>
              <Button
                icon={icons.account}
                isLarge
                isBusy={action.isBusy}
                onClick={() => action.run(() => enter(accountId))}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </EntryFrame>
  );
}

interface PasskeyButtonProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
}

function PasskeyButton({ api, onStep }: PasskeyButtonProps) {
  const text = useEnterText();
  const action = useAction();
  if (!hasPasskeys()) return null;
  return (
    <>
      <p class="or">{text('or')}</p>
      <Button
        icon={icons.key}
        isLarge
        isBusy={action.isBusy}
        onClick={() => action.run(async () => onStep(await signInWithPasskey(api)))}
      >
        {text('withPasskey')}
      </Button>
      {/* Browsers do not say whether the person gave up or has no passkey. */}
      {action.error instanceof DOMException && <Notice mood="calm">{text('passkeyFailed')}</Notice>}
      {action.error !== undefined && !(action.error instanceof DOMException) && (
        <FailureNotice error={action.error} />
      )}
    </>
  );
}

interface PasswordFormProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
}

function PasswordForm({ api, onStep }: PasswordFormProps) {
  const text = useEnterText();
  const [isSingleSignOn, setSingleSignOn] = useState(false);
  if (isSingleSignOn)
    return <SingleSignOnForm api={api} next={readNext()} onBack={() => setSingleSignOn(false)} />;
  return (
    <EntryFrame title={text('signInTitle')} picture={<ProductPicture />}>
      <ProviderSignOut />
      <EntryForm
        submit={text('signIn')}
        onSubmit={async (value) => {
          const emailAddress = value('emailAddress');
          const body = { emailAddress, password: value('password') };
          const signIn = () => api.post<{ next: SessionStep }>('/v1/session', body);
          const step = await orSignOn(api, signIn, { emailAddress }, readNext());
          if (step !== null) onStep(step.next);
        }}
      >
        {(problemAt) => (
          <>
            <EntryInput
              name="emailAddress"
              type="email"
              label={text('emailAddress')}
              autocomplete="username"
              autofocus
              problemAt={problemAt}
            />
            <PasswordInput
              name="password"
              label={text('password')}
              autocomplete="current-password"
              problemAt={problemAt}
            />
          </>
        )}
      </EntryForm>
      <PasskeyButton api={api} onStep={onStep} />
      <ServiceSignOnButton api={api} next={readNext()} />
      <Button icon={icons.lock} isLarge onClick={() => setSingleSignOn(true)}>
        {text('useSingleSignOn')}
      </Button>
      <a class="text-link" href="/reset">
        {text('forgotPassword')}
      </a>
    </EntryFrame>
  );
}

interface SecondFactorFormProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
  readonly onRestart: () => void;
}

function SecondFactorForm({ api, onStep, onRestart }: SecondFactorFormProps) {
  const text = useEnterText();
  const restart = useAction();
  return (
    <EntryFrame title={text('secondFactorTitle')}>
      <p class="soft">{text('secondFactorIntro')}</p>
      <EntryForm
        submit={text('continue')}
        onSubmit={async (value) => {
          const body = { code: value('code').trim() };
          onStep((await api.post<{ next: SessionStep }>('/v1/session/second-factor', body)).next);
        }}
      >
        {(problemAt) => (
          <EntryInput
            name="code"
            label={text('code')}
            autocomplete="one-time-code"
            autocapitalize="none"
            inputMode="text"
            spellcheck={false}
            autofocus
            problemAt={problemAt}
          />
        )}
      </EntryForm>
      <Button
        kind="quiet"
        isBusy={restart.isBusy}
        onClick={() =>
          restart.run(async () => {
            await signOut(api);
            onRestart();
          })
        }
      >
        {text('startAgain')}
      </Button>
      {restart.error !== undefined && <FailureNotice error={restart.error} />}
    </EntryFrame>
  );
}

type Step = SessionStep | 'sign_in';

/** A step that was left half-way goes on. */
export function SignInScreen({ api }: { readonly api: PageApi }) {
  const text = useEnterText();
  const { state, reload } = useLoaded(() => readSession(api), 'session');
  const [taken, setTaken] = useState<Step | null>(null);
  const step = taken ?? (state.kind === 'ready' ? state.value.next : null);
  useEffect(() => {
    if (step === 'signed_in') location.replace(nextAddress(readNext(), location.origin));
  }, [step]);
  if (step === 'second_factor')
    return <SecondFactorForm api={api} onStep={setTaken} onRestart={() => setTaken('sign_in')} />;
  if (step === 'choose_account') return <AccountChoice api={api} onStep={setTaken} />;
  if (step === 'sign_in') return <PasswordForm api={api} onStep={setTaken} />;
  return (
    <EntryFrame title={text('signInTitle')} picture={<ProductPicture />}>
      {state.kind === 'failed' ? (
        <FailureNotice error={state.error} onRetry={reload} />
      ) : (
        <EntrySkeleton fields={2} />
      )}
    </EntryFrame>
  );
}

function readNext(): string | null {
  return new URLSearchParams(location.search).get('next');
}
