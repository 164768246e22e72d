import { proofText } from '@countersign/i18n/proof-text';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePageLanguage } from '../../parts/language.tsx';
import { CodeForm, LabelledInput } from '../code-form.tsx';
import { useCountdown, useText } from '../parts.tsx';
import { findContactProblem } from '../visit/visit-form.tsx';
import { findPending, type ProofDialogProps, ProofFrame } from './proof-frame.tsx';
import { useCalls } from './use-proof.ts';

/** The member of the request that has the address, and the keys of the sentences. */
const KINDS = {
  email_code: {
    channel: 'email',
    member: 'emailAddress',
    inputMode: 'email',
    autocomplete: 'email',
    title: 'emailTitle',
    intro: 'emailIntro',
    label: 'emailLabel',
    other: 'codeOtherAddress',
  },
  sms_code: {
    channel: 'sms',
    member: 'phoneNumber',
    inputMode: 'tel',
    autocomplete: 'tel',
    title: 'smsTitle',
    intro: 'smsIntro',
    label: 'smsLabel',
    other: 'codeOtherNumber',
  },
} as const;

export function ProofDialog({ check, client, onChanged, onClose }: ProofDialogProps) {
  const words = KINDS[check.kind as keyof typeof KINDS];
  const { language } = usePageLanguage();
  const text = proofText(language);
  const pageText = useText();
  const control = useRef<HTMLInputElement>(null);
  const [proof, setProof] = useState(() => findPending(check));
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const { isBusy, problem, setProblem, run } = useCalls(text, () => setProof(null));
  useLayoutEffect(() => control.current?.focus(), [proof?.proofId]);
  // The button that was pressed cannot mend what is wrong.
  useLayoutEffect(() => {
    if (problem !== null) control.current?.focus();
  }, [problem]);
  const [wait, startWait] = useCountdown();
  const onFile = check.introduction.contact;

  const send = () =>
    run(async () => {
      const wrong = typeof onFile === 'string' ? null : findContactProblem(words.channel, address);
      if (wrong !== null) {
        setProblem(pageText(wrong));
        return;
      }
      const input = typeof onFile === 'string' ? {} : { [words.member]: address.trim() };
      const started = await client.start(check.kind, check.field, input);
      setCode('');
      setProof(started);
      startWait(Number(started.details.cooldownSeconds ?? 0));
      if (started.status === 'succeeded') await finish();
    });
  const finish = async (): Promise<void> => {
    await onChanged();
    onClose();
  };
  const verify = () =>
    run(async () => {
      if (proof === null) return;
      if (code.trim() === '') {
        setProblem(text('codeMissing'));
        return;
      }
      await client.answer(proof.proofId, { code });
      await finish();
    });

  return (
    <ProofFrame
      text={text}
      title={text(words.title)}
      action={
        <button
          type="button"
          class="button button-primary"
          aria-disabled={isBusy}
          onClick={proof === null ? send : verify}
        >
          {text(proof === null ? 'codeSend' : 'codeCheck')}
        </button>
      }
      onClose={onClose}
    >
      <p>{text(words.intro)}</p>
      {proof === null && typeof onFile === 'string' && <p class="check-contact">{onFile}</p>}
      {proof === null && typeof onFile !== 'string' && (
        <LabelledInput
          label={text(words.label)}
          control={control}
          isFirst
          problem={problem}
          inputMode={words.inputMode}
          autocomplete={words.autocomplete}
          value={address}
          onInput={setAddress}
          onEnter={send}
        />
      )}
      {proof !== null && (
        <>
          <CodeForm
            control={control}
            isFirst
            label={text('codeLabel', { contact: String(proof.details.contact ?? '') })}
            problem={problem}
            code={code}
            isBusy={isBusy}
            sendAgain={text('codeSendAgain')}
            waitText={wait > 0 ? text('codeSendAgainIn', { seconds: wait }) : null}
            onCode={setCode}
            onCheck={verify}
            onSend={send}
          />
          {typeof onFile !== 'string' && (
            <button
              type="button"
              class="link-button"
              onClick={() => {
                setProof(null);
                setProblem(null);
              }}
            >
              {text(words.other)}
            </button>
          )}
        </>
      )}
      {proof === null && typeof onFile === 'string' && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
    </ProofFrame>
  );
}
