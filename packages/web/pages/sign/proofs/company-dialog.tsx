import { type ProofText, proofText } from '@countersign/i18n/proofs';
import { MAX_PURPOSE_LENGTH } from '@countersign/signing/limits';
import { useId, useRef, useState } from 'preact/hooks';
import { useText } from '../text/text-context.ts';
import { ChooseDevice, OrderProblem, RunningOrder, SandboxNotice } from './order-view.tsx';
import { findPending, type ProofDialogProps } from './proof-dialog.ts';
import { ProofFrame } from './proof-frame.tsx';
import { startOver } from './start-over.ts';
import { useOrder } from './use-order.ts';

const COMPLIANCE_TRIGGER = 'svc-orgnumber-verification-kyc';

interface Answers {
  readonly isPoliticallyExposed: boolean | null;
  readonly actsForOthers: boolean | null;
  readonly purpose: string;
}

const NO_ANSWERS: Answers = { isPoliticallyExposed: null, actsForOthers: null, purpose: '' };

/** The compliance variant asks three questions first. */
export function ProofDialog({
  view,
  check,
  returned,
  client,
  onChanged,
  onStale,
  onClose,
}: ProofDialogProps) {
  const { language } = view;
  const text = proofText(language);
  const { introduction } = check;
  const field = view.fields.find(({ name }) => name === check.field);
  const asksQuestions = field?.attributes.some(({ name }) => name === COMPLIANCE_TRIGGER) ?? false;
  const [number, setNumber] = useState('');
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const numberId = useId();
  const order = useOrder({
    client,
    first: findPending(check),
    returned,
    onGone: onStale,
    start: (input) => client.start(check.kind, check.field, input),
    onSucceeded: async () => {
      await onChanged();
      onClose();
    },
  });
  const close = (): void => {
    order.cancel();
    onClose();
  };
  const start = (device: 'this' | 'other'): void => {
    setIsTried(true);
    const missing = findMissing(number, asksQuestions ? answers : null);
    if (missing !== null) {
      form.current?.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
      return;
    }
    const given = asksQuestions ? answers : {};
    order.start({ device, organisationNumber: number, ...given });
  };
  const company = order.proof?.details.companyName;
  return (
    <ProofFrame text={text} title={text('eidCompanyTitle')} onClose={close}>
      <SandboxNotice text={text('eidSandbox')} shown={introduction.isSandbox === true} />
      <SandboxNotice text={text('companySandbox')} shown={introduction.isSandboxRegister === true} />
      {order.proof === null ? (
        <div ref={form} class="check-form">
          <p>{text('companyIntro', { register: String(introduction.register ?? '') })}</p>
          <label for={numberId}>{text('companyNumber')}</label>
          <input
            id={numberId}
            name="number"
            class="text-input"
            inputMode="numeric"
            autocomplete="off"
            maxLength={20}
            aria-invalid={isTried && !isNumber(number)}
            aria-describedby={`${numberId}-problem`}
            value={number}
            onInput={(event) => setNumber(event.currentTarget.value)}
          />
          <p id={`${numberId}-problem`} class="field-problem">
            {isTried && !isNumber(number) && text('companyNumberMissing')}
          </p>
          {asksQuestions && <Questions {...{ text, answers, isTried }} onChange={setAnswers} />}
          <ChooseDevice {...{ text, language, order, introduction }} onStart={start} />
        </div>
      ) : (
        <>
          {typeof company === 'string' && <p>{text('companyOf', { name: company })}</p>}
          <RunningOrder {...{ text, language, order }} />
          <button type="button" class="link-button" onClick={order.cancel}>
            {text('eidChange')}
          </button>
        </>
      )}
      <OrderProblem
        {...{ text, language, order }}
        onStartOver={() => startOver({ view, client, onChanged, onClose })}
      />
    </ProofFrame>
  );
}

/** The service checks it. */
function isNumber(typed: string): boolean {
  return typed.replace(/\D/g, '').length >= 10;
}

/** The name of the first input to fill in. */
function findMissing(number: string, answers: Answers | null): 'number' | keyof Answers | null {
  if (!isNumber(number)) return 'number';
  if (answers === null) return null;
  if (answers.isPoliticallyExposed === null) return 'isPoliticallyExposed';
  if (answers.actsForOthers === null) return 'actsForOthers';
  return answers.purpose.trim() === '' ? 'purpose' : null;
}

interface QuestionsProps {
  readonly text: ProofText;
  readonly answers: Answers;
  readonly isTried: boolean;
  readonly onChange: (answers: Answers) => void;
}

function Questions({ text, answers, isTried, onChange }: QuestionsProps) {
  const required = useText()('problem_required');
  const purposeId = useId();
  const { isPoliticallyExposed, actsForOthers, purpose } = answers;
  return (
    <>
      <YesOrNo
        text={text}
        question={text('kycExposed')}
        name="isPoliticallyExposed"
        value={isPoliticallyExposed}
        problem={isTried && isPoliticallyExposed === null ? required : ''}
        onChange={(value) => onChange({ ...answers, isPoliticallyExposed: value })}
      />
      <YesOrNo
        text={text}
        question={text('kycOthers')}
        name="actsForOthers"
        value={actsForOthers}
        problem={isTried && actsForOthers === null ? required : ''}
        onChange={(value) => onChange({ ...answers, actsForOthers: value })}
      />
      <label for={purposeId}>{text('kycPurpose')}</label>
      <textarea
        id={purposeId}
        name="purpose"
        class="text-input"
        aria-invalid={isTried && purpose.trim() === ''}
        aria-describedby={`${purposeId}-problem`}
        rows={3}
        maxLength={MAX_PURPOSE_LENGTH}
        value={purpose}
        onInput={(event) => onChange({ ...answers, purpose: event.currentTarget.value })}
      />
      <p id={`${purposeId}-problem`} class="field-problem">
        {isTried && purpose.trim() === '' && required}
      </p>
    </>
  );
}

interface YesOrNoProps {
  readonly text: ProofText;
  readonly question: string;
  readonly name: keyof Answers;
  /** Empty without one. */
  readonly problem: string;
  readonly value: boolean | null;
  readonly onChange: (value: boolean) => void;
}

function YesOrNo({ text, question, name, problem, value, onChange }: YesOrNoProps) {
  const problemId = useId();
  return (
    <fieldset class="check-question" aria-describedby={problemId}>
      <legend>{question}</legend>
      {([true, false] as const).map((option) => (
        <label key={String(option)} class="mark-row">
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          <span>{text(option ? 'yes' : 'no')}</span>
        </label>
      ))}
      <p id={problemId} class="field-problem">
        {problem}
      </p>
    </fieldset>
  );
}
