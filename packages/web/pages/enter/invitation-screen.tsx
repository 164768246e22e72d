import type { InvitationBody } from '@countersign/api/bodies';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useLoaded } from '../parts/hooks.ts';
import { useEnterText } from '../parts/texts.tsx';
import { START } from '../requests/navigation.ts';
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

interface InvitationScreenProps {
  readonly api: PageApi;
  readonly token: string;
}

/** Accepting an invitation signs in. */
export function InvitationScreen({ api, token }: InvitationScreenProps) {
  const text = useEnterText();
  const address = `/v1/account/invitations/${token}`;
  const { state, reload } = useLoaded(() => api.get<InvitationBody>(address), token);
  if (state.kind === 'failed' && isEndedLink(state.error))
    return <EndedLink advice={text('invitationEnded')} action={text('homeSignIn')} href="/sign-in" />;
  return (
    <EntryFrame title={text('invitationTitle')}>
      {state.kind === 'loading' && <EntrySkeleton fields={3} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && <InvitationForm api={api} address={address} invitation={state.value} />}
    </EntryFrame>
  );
}

interface InvitationFormProps {
  readonly api: PageApi;
  readonly address: string;
  readonly invitation: InvitationBody;
}

function InvitationForm({ api, address, invitation }: InvitationFormProps) {
  const text = useEnterText();
  const { accountName, emailAddress, fullName, hasPassword } = invitation;
  return (
    <>
      <p class="soft">{text('invitationIntro', { account: accountName })}</p>
      {hasPassword && <p class="soft">{text('invitationKnown')}</p>}
      <EntryForm
        submit={text('join')}
        onSubmit={async (value) => {
          await api.post(address, { fullName: value('fullName'), password: value('password') });
          location.replace(START);
        }}
      >
        {(problemAt) => (
          <>
            <EntryInput
              name="fullName"
              label={text('fullName')}
              autocomplete="name"
              defaultValue={fullName}
              autofocus
              problemAt={problemAt}
            />
            <EntryInput
              name="emailAddress"
              type="email"
              label={text('emailAddress')}
              autocomplete="username"
              value={emailAddress}
              readOnly
              problemAt={problemAt}
            />
            <PasswordInput
              name="password"
              label={text(hasPassword ? 'password' : 'newPassword')}
              hint={hasPassword ? undefined : text('newPasswordHint')}
              autocomplete={hasPassword ? 'current-password' : 'new-password'}
              problemAt={problemAt}
            />
          </>
        )}
      </EntryForm>
    </>
  );
}
