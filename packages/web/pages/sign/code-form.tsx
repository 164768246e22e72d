import type { SigningView } from '@countersign/signing';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { onEnterKey } from '../parts/hooks.ts';
import { usePageLanguage } from '../parts/language.tsx';
import { useCountdown, useText } from './parts.tsx';
import { isStaleSession, refusalMessage } from './session/session-failure.ts';
import type { SigningClient } from './session/signing-client.ts';

export interface CodeFormProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly onSession: (view: SigningView) => void;
  readonly onStale: () => void;
}

export function CodeForm({ view, client, onSession, onStale }: CodeFormProps) {
  const text = useText();
  const { language } = usePageLanguage();
  const inputId = useId();
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { verification } = view;
  const [wait, startWait] = useCountdown(verification?.cooldownSeconds);
  useLayoutEffect(() => startWait(verification?.cooldownSeconds ?? 0), [verification]);
  const input = useRef<HTMLInputElement>(null);
  const isAsked = useRef(false);
  // The button that was pressed is gone, or cannot mend what is wrong. Not where the page begins.
  useLayoutEffect(() => {
    if (isAsked.current) input.current?.focus();
  }, [problem, verification]);
  if (verification === undefined) return null;
  const { contact, isCodeSent } = verification;

  const ask = async (call: () => Promise<SigningView>): Promise<void> => {
    if (isBusy) return;
    isAsked.current = true;
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
  const send = () => ask(() => client.sendCode(language));
  const check = async (): Promise<void> => {
    if (code.trim() !== '') return ask(() => client.checkCode({ code, errorLanguage: language }));
    // It would use up a try.
    setProblem(text('problem_required'));
    input.current?.focus();
  };

  return (
    <>
      {isCodeSent && (
        <>
          <label for={inputId}>{text('verifyCode', { contact })}</label>
          <input
            ref={input}
            id={inputId}
            class="text-input code-input"
            type="text"
            inputMode="numeric"
            autocomplete="one-time-code"
            maxLength={7}
            aria-invalid={problem !== null}
            aria-describedby={`${inputId}-problem`}
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
            onKeyDown={onEnterKey(check)}
          />
        </>
      )}
      <p id={`${inputId}-problem`} class="field-problem" role="alert">
        {problem}
      </p>
      {isCodeSent && (
        <button
          type="button"
          class="button button-primary button-large"
          aria-disabled={isBusy}
          onClick={check}
        >
          {text('verifyOpen')}
        </button>
      )}
      {wait > 0 ? (
        <p class="field-hint">{text('verifyWait', { seconds: wait })}</p>
      ) : (
        <button
          type="button"
          class={isCodeSent ? 'link-button' : 'button button-primary button-large'}
          aria-disabled={isBusy}
          onClick={send}
        >
          {isCodeSent ? text('verifySendAgain') : text('verifySend', { contact })}
        </button>
      )}
    </>
  );
}
