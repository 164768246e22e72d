import { useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import type { PageApi } from '../requests/page-api.ts';
import { EndedLink, isEndedLink } from './ended-link.tsx';
import { EntryForm, PasswordInput } from './entry-form.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { useEnterText } from './text.ts';

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
          <Spinner label={text('loading')} />
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
