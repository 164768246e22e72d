import type { PageApi } from '../../requests/page-api.ts';
import type { SessionStep } from '../../requests/session.ts';
import { EntryForm, EntryInput, PasswordInput } from '../entry-form.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { useEnterText } from '../text.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface PasswordFormProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
}

export function PasswordForm({ api, onStep }: PasswordFormProps) {
  const text = useEnterText();
  return (
    <EntryFrame title={text('signInTitle')}>
      <EntryForm
        submit={text('signIn')}
        onSubmit={async (value) => {
          const body = { emailAddress: value('emailAddress'), password: value('password') };
          onStep((await api.post<{ next: SessionStep }>('/v1/session', body)).next);
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
      <a class="text-link" href="/reset">
        {text('forgotPassword')}
      </a>
    </EntryFrame>
  );
}
