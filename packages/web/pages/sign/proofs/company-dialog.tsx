import { type ProofText, proofText } from '@countersign/i18n/proof-text';
import { MAX_PURPOSE_LENGTH } from '@countersign/signing/limits';
import { parseOrganisationNumber } from '@countersign/signing/personal-data';
import { useId, useRef, useState } from 'preact/hooks';
import { usePageLanguage } from '../../parts/language.tsx';
import { useText } from '../parts.tsx';
import { ChooseDevice, OrderProblem, RunningOrder, SandboxNotice, useOrder } from './order-view.tsx';
import { findPending, type ProofDialogProps, ProofFrame, startOver } from './proof-frame.tsx';

const COMPLIANCE_TRIGGER = 'svc-orgnumber-verification-kyc';

interface Answers {
  readonly isPoliticallyExposed: boolean | null;
  readonly actsForOthers: boolean | null;
  readonly purpose: string;
}

type InputName = 'number' | keyof Answers;

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
  const { language } = usePageLanguage();
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
  const missing = listMissing(number, asksQuestions ? answers : null);
  const shownMissing = isTried ? missing : [];
  const isNumberMissing = shownMissing.includes('number');
  const close = (): void => {
    order.cancel();
    onClose();
  };
  const start = (device: 'this' | 'other'): void => {
    setIsTried(true);
    const [first] = missing;
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    const given = asksQuestions ? answers : {};
    order.start({ device, organisationNumber: number, ...given });
  };
  const company = order.proof?.details.companyName;
  return (
    <ProofFrame
      text={text}
      title={text('eidCompanyTitle')}
      onClose={close}
      // Below a long form the button would leave the screen with the first error.
      action={
        order.proof === null && <ChooseDevice {...{ text, language, order, introduction }} onStart={start} />
      }
    >
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
            aria-invalid={isNumberMissing}
            aria-describedby={`${numberId}-problem`}
            value={number}
            onInput={(event) => setNumber(event.currentTarget.value)}
          />
          <p id={`${numberId}-problem`} class="field-problem">
            {isNumberMissing && text('companyNumberMissing')}
          </p>
          {asksQuestions && <Questions {...{ text, answers }} missing={shownMissing} onChange={setAnswers} />}
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

/** Lists the names of inputs that are not filled in, in their order. */
function listMissing(number: string, answers: Answers | null): readonly InputName[] {
  const missing: InputName[] = parseOrganisationNumber(number) === null ? ['number'] : [];
  if (answers === null) return missing;
  if (answers.isPoliticallyExposed === null) missing.push('isPoliticallyExposed');
  if (answers.actsForOthers === null) missing.push('actsForOthers');
  if (answers.purpose.trim() === '') missing.push('purpose');
  return missing;
}

interface QuestionsProps {
  readonly text: ProofText;
  readonly answers: Answers;
  readonly missing: readonly InputName[];
  readonly onChange: (answers: Answers) => void;
}

function Questions({ text, answers, missing, onChange }: QuestionsProps) {
  const pageText = useText();
  const problemOf = (name: keyof Answers) => (missing.includes(name) ? pageText('problem_required') : '');
  const purposeId = useId();
  const { isPoliticallyExposed, actsForOthers, purpose } = answers;
  return (
    <>
      <YesOrNo
        text={text}
        question={text('kycExposed')}
        name="isPoliticallyExposed"
        value={isPoliticallyExposed}
        problem={problemOf('isPoliticallyExposed')}
        onChange={(value) => onChange({ ...answers, isPoliticallyExposed: value })}
      />
      <YesOrNo
        text={text}
        question={text('kycOthers')}
        name="actsForOthers"
        value={actsForOthers}
        problem={problemOf('actsForOthers')}
        onChange={(value) => onChange({ ...answers, actsForOthers: value })}
      />
      <label for={purposeId}>{text('kycPurpose')}</label>
      <textarea
        id={purposeId}
        name="purpose"
        class="text-input"
        aria-invalid={missing.includes('purpose')}
        aria-describedby={`${purposeId}-problem`}
        rows={3}
        maxLength={MAX_PURPOSE_LENGTH}
        value={purpose}
        onInput={(event) => onChange({ ...answers, purpose: event.currentTarget.value })}
      />
      <p id={`${purposeId}-problem`} class="field-problem">
        {problemOf('purpose')}
      </p>
    </>
  );
}

interface YesOrNoProps {
  readonly text: ProofText;
  readonly question: string;
  readonly name: keyof Answers;
  /** The problem is empty if the input has none. */
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
