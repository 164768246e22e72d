import type { SigningView } from '@countersign/signing';
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { onEnterKey } from '../parts/hooks.ts';
import { usePageLanguage } from '../parts/language.tsx';
import { useCountdown, useText } from './parts.tsx';
import { isStaleSession, refusalMessage } from './session/session-failure.ts';
import type { SigningClient } from './session/signing-client.ts';

interface CodeFormProps {
  readonly control: RefObject<HTMLInputElement | null>;
  /** The dialog that opens with it gives it the focus. */
  readonly isFirst?: boolean | undefined;
  readonly label: string;
  readonly problem: string | null;
  readonly code: string;
  readonly isBusy: boolean;
  /** The button below the input. It is undefined in a dialog, which has one in its footer. */
  readonly submit?: string | undefined;
  readonly sendAgain: string;
  /** Shown in place of the button while no other code may be sent. */
  readonly waitText: string | null;
  readonly onCode: (code: string) => void;
  readonly onCheck: () => void;
  readonly onSend: () => void;
}

/** Takes a code from an e-mail or text message, and offers to send another one. */
export function CodeForm(props: CodeFormProps) {
  const {
    control,
    isFirst,
    label,
    problem,
    code,
    isBusy,
    submit,
    sendAgain,
    waitText,
    onCode,
    onCheck,
    onSend,
  } = props;
  return (
    <>
      <LabelledInput
        label={label}
        control={control}
        isFirst={isFirst}
        problem={problem}
        inputMode="numeric"
        class="code-input"
        autocomplete="one-time-code"
        maxLength={7}
        value={code}
        onInput={onCode}
        onEnter={onCheck}
      />
      {submit !== undefined && (
        <button
          type="button"
          class="button button-primary button-large"
          aria-disabled={isBusy}
          onClick={onCheck}
        >
          {submit}
        </button>
      )}
      {waitText === null ? (
        <button type="button" class="link-button" aria-disabled={isBusy} onClick={onSend}>
          {sendAgain}
        </button>
      ) : (
        <p class="field-hint">{waitText}</p>
      )}
    </>
  );
}

interface LabelledInputProps {
  readonly control: RefObject<HTMLInputElement | null>;
  readonly isFirst?: boolean | undefined;
  readonly label: string;
  readonly problem: string | null;
  readonly autocomplete: 'email' | 'tel' | 'one-time-code';
  readonly inputMode: 'email' | 'tel' | 'numeric';
  readonly class?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onEnter: () => void;
}

/** An input of one line with its problem. The Enter key submits. */
export function LabelledInput(props: LabelledInputProps) {
  const { control, isFirst, label, problem, onInput, onEnter, class: more = '', ...attributes } = props;
  const id = useId();
  return (
    <>
      <label for={id}>{label}</label>
      <input
        {...attributes}
        ref={control}
        type="text"
        id={id}
        class={`text-input ${more}`}
        autofocus={isFirst}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onEnterKey(onEnter)}
      />
      <p id={`${id}-problem`} class="field-problem" role="alert">
        {problem}
      </p>
    </>
  );
}

export interface LinkCodeProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly onSession: (view: SigningView) => void;
  readonly onStale: () => void;
}

/** Asks for the code without which the link does not show the document. */
export function LinkCode({ view, client, onSession, onStale }: LinkCodeProps) {
  const text = useText();
  const { language } = usePageLanguage();
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { verification } = view;
  const [wait, startWait] = useCountdown(verification?.cooldownSeconds);
  useLayoutEffect(() => startWait(verification?.cooldownSeconds ?? 0), [verification]);
  const input = useRef<HTMLInputElement>(null);
  const isAsked = useRef(false);
  // The button that was pressed is gone, or cannot mend what is wrong. A page that has just begun keeps its focus.
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
    // An empty code would use up a try.
    setProblem(text('problem_required'));
    input.current?.focus();
  };
  const waitText = wait > 0 ? text('verifyWait', { seconds: wait }) : null;

  if (isCodeSent) {
    return (
      <CodeForm
        control={input}
        label={text('verifyCode', { contact })}
        problem={problem}
        code={code}
        isBusy={isBusy}
        submit={text('verifyOpen')}
        sendAgain={text('verifySendAgain')}
        waitText={waitText}
        onCode={setCode}
        onCheck={check}
        onSend={send}
      />
    );
  }
  return (
    <>
      <p class="field-problem" role="alert">
        {problem}
      </p>
      {waitText === null ? (
        <button
          type="button"
          class="button button-primary button-large"
          aria-disabled={isBusy}
          onClick={send}
        >
          {text('verifySend', { contact })}
        </button>
      ) : (
        <p class="field-hint">{waitText}</p>
      )}
    </>
  );
}
