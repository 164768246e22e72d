import { useState } from 'preact/hooks';
import type { PageApi } from '../requests/page-api.ts';
import { EntryForm, EntryInput } from './entry-form.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { useEnterText } from './text.ts';

/** It does not say whether the address is known. */
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
