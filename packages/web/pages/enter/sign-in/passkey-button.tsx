import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { PageApi } from '../../requests/page-api.ts';
import { hasPasskeys, signInWithPasskey } from '../../requests/passkeys.ts';
import type { SessionStep } from '../../requests/session.ts';
import { useEnterText } from '../text.ts';

interface PasskeyButtonProps {
  readonly api: PageApi;
  readonly onStep: (step: SessionStep) => void;
}

export function PasskeyButton({ api, onStep }: PasskeyButtonProps) {
  const text = useEnterText();
  const action = useAction();
  if (!hasPasskeys()) return null;
  return (
    <>
      <p class="or">{text('or')}</p>
      <Button
        icon="key"
        isLarge
        isBusy={action.isBusy}
        onClick={() => action.run(async () => onStep(await signInWithPasskey(api)))}
      >
        {text('withPasskey')}
      </Button>
      {/* Browsers do not say whether the person gave up or has no passkey. */}
      {action.error instanceof DOMException && <Notice mood="calm">{text('passkeyFailed')}</Notice>}
      {action.error !== undefined && !(action.error instanceof DOMException) && (
        <FailureNotice error={action.error} />
      )}
    </>
  );
}
