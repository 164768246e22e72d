import { useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useLoaded } from '../parts/hooks.ts';
import { useEnterText } from '../parts/texts.tsx';
import type { PageApi } from '../requests/page-api.ts';
import {
  EndedLink,
  EntryForm,
  EntryFrame,
  EntryInput,
  EntrySkeleton,
  isEndedLink,
  PasswordInput,
} from './entry-form.tsx';

/** The screen does not reveal whether the address is known. */
export function ResetRequestScreen({ api }: { readonly api: PageApi }) {
  const text = useEnterText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const toSignIn = (
    <a class="text-link" href="/sign-in">
      {text('backToSignIn')}
    </a>
  );
  if (sentTo !== null)
    return (
      <EntryFrame title={text('resetSentTitle')}>
        <p class="soft">{text('resetSentText', { emailAddress: sentTo })}</p>
        {toSignIn}
      </EntryFrame>
    );
  return (
    <EntryFrame title={text('resetTitle')}>
      <p class="soft">{text('resetIntro')}</p>
      <EntryForm
        submit={text('resetSend')}
        onSubmit={async (value) => {
          const emailAddress = value('emailAddress');
          await api.post('/v1/password-resets', { emailAddress });
          setSentTo(emailAddress);
        }}
      >
        {(problemAt) => (
          <EntryInput
            name="emailAddress"
            type="email"
            label={text('emailAddress')}
            autocomplete="username"
            autofocus
            problemAt={problemAt}
          />
        )}
      </EntryForm>
      {toSignIn}
    </EntryFrame>
  );
}

interface ResetScreenProps {
  readonly api: PageApi;
  readonly token: string;
}

export function ResetScreen({ api, token }: ResetScreenProps) {
  const text = useEnterText();
  const address = `/v1/password-resets/${token}`;
  const { state, reload } = useLoaded(() => api.get<void>(address), token);
  const [isSaved, setSaved] = useState(false);
  if (isSaved)
    return (
      <EntryFrame title={text('passwordSavedTitle')}>
        <p class="soft">{text('passwordSavedText')}</p>
        <a class="button button-primary button-large" href="/sign-in">
          {text('signIn')}
        </a>
        <a class="text-link" href="/sign-in?next=/settings/api-keys">
          {text('reviewKeys')}
        </a>
        <a class="text-link" href="/sign-in?next=/settings/profile">
          {text('reviewPasskeys')}
        </a>
      </EntryFrame>
    );
  if (state.kind === 'failed' && isEndedLink(state.error))
    return <EndedLink advice={text('resetEnded')} action={text('resetAgain')} href="/reset" />;
  if (state.kind !== 'ready')
    return (
      <EntryFrame title={text('newPasswordTitle')}>
        {state.kind === 'failed' ? (
          <FailureNotice error={state.error} onRetry={reload} />
        ) : (
          <EntrySkeleton fields={1} />
        )}
      </EntryFrame>
    );
  return (
    <EntryFrame title={text('newPasswordTitle')}>
      <EntryForm
        submit={text('savePassword')}
        onSubmit={async (value) => {
          await api.put(address, { password: value('password') });
          setSaved(true);
        }}
      >
        {(problemAt) => (
          <PasswordInput
            name="password"
            label={text('newPassword')}
            hint={text('newPasswordHint')}
            autocomplete="new-password"
            autofocus
            problemAt={problemAt}
          />
        )}
      </EntryForm>
      <a class="text-link" href="/reset">
        {text('resetTitle')}
      </a>
    </EntryFrame>
  );
}
