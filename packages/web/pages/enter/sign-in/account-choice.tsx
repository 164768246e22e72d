import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useLoaded } from '../../parts/use-loaded.ts';
import type { PageApi } from '../../requests/page-api.ts';
import { chooseAccount, readSession, type SessionStep } from '../../requests/session.ts';
import { EntryFrame } from '../entry-frame.tsx';
import { useEnterText } from '../text.ts';

interface AccountChoiceProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
}

export function AccountChoice({ api, onStep }: AccountChoiceProps) {
  const text = useEnterText();
  const { state, reload } = useLoaded(() => readSession(api), 'accounts');
  const action = useAction();
  return (
    <EntryFrame title={text('chooseAccountTitle')}>
      <p class="soft">{text('chooseAccountIntro')}</p>
      {state.kind === 'loading' && <Spinner label={text('loading')} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && (
        <ul class="account-choices">
          {(state.value.accounts ?? []).map(({ accountId, name }) => (
            <li key={accountId}>
              <Button
                icon="account"
                isLarge
                isBusy={action.isBusy}
                onClick={() => action.run(async () => onStep(await chooseAccount(api, accountId)))}
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
