import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { PageApi } from '../../requests/page-api.ts';
import { type SessionStep, signOut } from '../../requests/session.ts';
import { EntryForm, EntryInput } from '../entry-form.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { useEnterText } from '../text.ts';

interface SecondFactorFormProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
  readonly onRestart: () => void;
}

export function SecondFactorForm({ api, onStep, onRestart }: SecondFactorFormProps) {
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
