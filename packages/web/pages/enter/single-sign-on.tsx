import { useState } from 'preact/hooks';
import { Button, Notice } from '../parts/controls.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useAction } from '../parts/hooks.ts';
import * as icons from '../parts/icons.ts';
import { useEnterText } from '../parts/texts.tsx';
import type { PageApi } from '../requests/page-api.ts';
import { goToSignOn, takeProviderSignOut } from '../requests/single-sign-on.ts';
import { EntryForm, EntryFrame, EntryInput } from './entry-form.tsx';

interface ServiceSignOnButtonProps {
  readonly api: PageApi;
  readonly next: string | null;
}

/** The operator may have a provider for all people of the service. */
export function ServiceSignOnButton({ api, next }: ServiceSignOnButtonProps) {
  const text = useEnterText();
  const action = useAction();
  const { signOn: name } = document.documentElement.dataset;
  if (name === undefined) return null;
  return (
    <>
      <Button
        icon={icons.account}
        isLarge
        isBusy={action.isBusy}
        onClick={() => action.run(() => goToSignOn(api, {}, next))}
      >
        {text('signInWith', { name })}
      </Button>
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </>
  );
}

interface SingleSignOnFormProps extends ServiceSignOnButtonProps {
  readonly onBack: () => void;
}

/** The domain of the address says which provider it is. */
export function SingleSignOnForm({ api, next, onBack }: SingleSignOnFormProps) {
  const text = useEnterText();
  return (
    <EntryFrame title={text('singleSignOn')}>
      <p class="soft">{text('singleSignOnIntro')}</p>
      <EntryForm
        submit={text('continue')}
        onSubmit={(value) => goToSignOn(api, { emailAddress: value('emailAddress').trim() }, next)}
      >
        {(problemAt) => (
          <EntryInput
            name="emailAddress"
            type="email"
            label={text('workEmail')}
            autocomplete="email"
            autofocus
            problemAt={problemAt}
          />
        )}
      </EntryForm>
      <Button kind="quiet" onClick={onBack}>
        {text('signInOtherwise')}
      </Button>
    </EntryFrame>
  );
}

/** A person who has signed out here may still be signed in at the provider, which matters on a shared computer. */
export function ProviderSignOut() {
  const text = useEnterText();
  const [url] = useState(takeProviderSignOut);
  if (url === null) return null;
  return (
    <Notice
      mood="calm"
      action={
        <a class="text-link" href={url}>
          {text('signOutAtProvider')}
        </a>
      }
    >
      {text('signedOutHere')}
    </Notice>
  );
}

/** The provider led here, and the person is not signed in. The message is the service's. */
export function SignOnProblemScreen({ message }: { readonly message: string }) {
  const text = useEnterText();
  return (
    <EntryFrame title={text('signOnFailedTitle')}>
      <Notice mood="problem">{message}</Notice>
      <a class="button button-primary button-large" href="/sign-in">
        {text('backToSignIn')}
      </a>
    </EntryFrame>
  );
}
