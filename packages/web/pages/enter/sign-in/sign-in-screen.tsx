import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { nextAddress } from '../../requests/next-address.ts';
import type { PageApi } from '../../requests/page-api.ts';
import { readSession, type SessionStep } from '../../requests/session.ts';
import { EntryFrame } from '../entry-frame.tsx';
import { useEnterText } from '../text.ts';
import { AccountChoice } from './account-choice.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

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
    <EntryFrame title={text('signInTitle')}>
      {state.kind === 'failed' ? (
        <FailureNotice error={state.error} onRetry={reload} />
      ) : (
        <Spinner label={text('loading')} />
      )}
    </EntryFrame>
  );
}

function readNext(): string | null {
  return new URLSearchParams(location.search).get('next');
}
