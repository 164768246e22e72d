import type { SigningView } from '@countersign/signing';
import { useId, useState } from 'preact/hooks';
import { onEnterKey } from '../parts/on-enter-key.ts';
import { isStaleSession, refusalMessage } from '../session/session-failure.ts';
import type { SigningClient } from '../session/signing-client.ts';
import { useText } from '../text/text-context.ts';
import { MessageScreen } from './message-screen.tsx';

interface VerificationScreenProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly onSession: (view: SigningView) => void;
  readonly onStale: () => void;
}

/** Asks for the one-time code without which the link does not open. */
export function VerificationScreen({ view, client, onSession, onStale }: VerificationScreenProps) {
  const text = useText();
  const inputId = useId();
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { verification } = view;
  if (verification === undefined) return null;
  const { contact, isCodeSent } = verification;

  const ask = async (call: () => Promise<SigningView>): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      onSession(await call());
    } catch (error) {
      if (isStaleSession(error)) onStale();
      else setProblem(refusalMessage(error) ?? text('sendUnreachable'));
    }
    setIsBusy(false);
  };
  const send = () => ask(() => client.sendCode(view.language));
  const check = () => ask(() => client.checkCode({ code, errorLanguage: view.language }));

  return (
    <MessageScreen icon="lock" mood="calm" title={text('verifyTitle')}>
      <p>{text('verifyIntro', { name: view.documentName, sender: view.senderName })}</p>
      {isCodeSent ? (
        <>
          <label for={inputId}>{text('verifyCode', { contact })}</label>
          <input
            id={inputId}
            class="text-input code-input"
            type="text"
            inputMode="numeric"
            autocomplete="one-time-code"
            maxLength={7}
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
            onKeyDown={onEnterKey(check)}
          />
          <button
            type="button"
            class="button button-primary button-large"
            aria-disabled={isBusy}
            onClick={check}
          >
            {text('verifyOpen')}
          </button>
          <button type="button" class="link-button" aria-disabled={isBusy} onClick={send}>
            {text('verifySendAgain')}
          </button>
        </>
      ) : (
        <button
          type="button"
          class="button button-primary button-large"
          aria-disabled={isBusy}
          onClick={send}
        >
          {text('verifySend', { contact })}
        </button>
      )}
      <p class="field-problem" role="alert">
        {problem}
      </p>
    </MessageScreen>
  );
}
