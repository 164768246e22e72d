import { type ProofText, proofText } from '@countersign/i18n/proofs';
import { MAX_PURPOSE_LENGTH } from '@countersign/signing/limits';
import { useId, useState } from 'preact/hooks';
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
  const [problem, setProblem] = useState<string | null>(null);
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
    const missing = findMissing(number, asksQuestions ? answers : null);
    setProblem(missing === null ? null : text(missing));
    if (missing !== null) return;
    const given = asksQuestions ? answers : {};
    order.start({ device, organisationNumber: number, ...given });
  };
  const company = order.proof?.details.companyName;
  return (
    <ProofFrame text={text} title={text('eidCompanyTitle')} onClose={close}>
      <SandboxNotice text={text('eidSandbox')} shown={introduction.isSandbox === true} />
      <SandboxNotice text={text('companySandbox')} shown={introduction.isSandboxRegister === true} />
      {order.proof === null ? (
        <>
          <p>{text('companyIntro', { register: String(introduction.register ?? '') })}</p>
          <label for={numberId}>{text('companyNumber')}</label>
          <input
            id={numberId}
            class="text-input"
            inputMode="numeric"
            autocomplete="off"
            maxLength={20}
            value={number}
            onInput={(event) => setNumber(event.currentTarget.value)}
          />
          {asksQuestions && <Questions text={text} answers={answers} onChange={setAnswers} />}
          <ChooseDevice {...{ text, language, order, introduction }} onStart={start} />
        </>
      ) : (
        <>
          {typeof company === 'string' && <p>{text('companyOf', { name: company })}</p>}
          <RunningOrder {...{ text, language, order }} />
          <button type="button" class="link-button" onClick={order.cancel}>
            {text('eidChange')}
          </button>
        </>
      )}
      {problem === null ? (
        <OrderProblem
          {...{ text, language, order }}
          onStartOver={() => startOver({ view, client, onChanged, onClose })}
        />
      ) : (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
    </ProofFrame>
  );
}

/** The service checks the number. */
function findMissing(number: string, answers: Answers | null): 'companyNumberMissing' | 'kycMissing' | null {
  if (number.replace(/\D/g, '').length < 10) return 'companyNumberMissing';
  if (answers === null) return null;
  const { isPoliticallyExposed, actsForOthers, purpose } = answers;
  const isComplete = isPoliticallyExposed !== null && actsForOthers !== null && purpose.trim() !== '';
  return isComplete ? null : 'kycMissing';
}

interface QuestionsProps {
  readonly text: ProofText;
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
}

function Questions({ text, answers, onChange }: QuestionsProps) {
  const purposeId = useId();
  const { isPoliticallyExposed, actsForOthers, purpose } = answers;
  return (
    <>
      <YesOrNo
        text={text}
        question={text('kycExposed')}
        value={isPoliticallyExposed}
        onChange={(value) => onChange({ ...answers, isPoliticallyExposed: value })}
      />
      <YesOrNo
        text={text}
        question={text('kycOthers')}
        value={actsForOthers}
        onChange={(value) => onChange({ ...answers, actsForOthers: value })}
      />
      <label for={purposeId}>{text('kycPurpose')}</label>
      <textarea
        id={purposeId}
        class="text-input"
        rows={3}
        maxLength={MAX_PURPOSE_LENGTH}
        value={purpose}
        onInput={(event) => onChange({ ...answers, purpose: event.currentTarget.value })}
      />
    </>
  );
}

interface YesOrNoProps {
  readonly text: ProofText;
  readonly question: string;
  readonly value: boolean | null;
  readonly onChange: (value: boolean) => void;
}

function YesOrNo({ text, question, value, onChange }: YesOrNoProps) {
  const name = useId();
  return (
    <fieldset class="check-question">
      <legend>{question}</legend>
      {([true, false] as const).map((option) => (
        <label key={String(option)} class="mark-row">
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          <span>{text(option ? 'yes' : 'no')}</span>
        </label>
      ))}
    </fieldset>
  );
}
