import { useState } from 'preact/hooks';
import type { PageApi } from '../requests/page-api.ts';
import { EntryForm, PasswordInput } from './entry-form.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { useEnterText } from './text.ts';

interface ResetScreenProps {
  readonly api: PageApi;
  readonly token: string;
}

export function ResetScreen({ api, token }: ResetScreenProps) {
  const text = useEnterText();
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
      </EntryFrame>
    );
  return (
    <EntryFrame title={text('newPasswordTitle')}>
      <EntryForm
        submit={text('savePassword')}
        onSubmit={async (value) => {
          await api.put(`/v1/password-resets/${token}`, { password: value('password') });
          setSaved(true);
        }}
      >
        {(error) => (
          <PasswordInput
            name="password"
            label={text('newPassword')}
            hint={text('newPasswordHint')}
            autocomplete="new-password"
            autofocus
            error={error}
          />
        )}
      </EntryForm>
      <a class="text-link" href="/reset">
        {text('resetTitle')}
      </a>
    </EntryFrame>
  );
}
