import type { PageText } from '@countersign/i18n';
import type { FormField, SigningView } from '@countersign/signing';
import type { RefObject } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { labelOf } from '../../document/reading-order.ts';
import { Icon } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import * as icons from '../../parts/icons.ts';
import { usePageLanguage } from '../../parts/language.tsx';
import {
  currentValue,
  describeValue,
  isBlank,
  isFillable,
  isFilledAtSigning,
} from '../fields/field-values.ts';
import type { InkChoice } from '../ink/ink-choice.ts';
import { InkPicture } from '../ink/signature-boxes.tsx';
import { DocumentLanguage, useText } from '../parts.tsx';
import { OwnName } from './guide.tsx';
import type { Dispatch, Sending, SigningState } from './signing-state.ts';
import { listMarkBoxes, type MarkKind } from './steps.ts';

interface ReviewDialogProps {
  readonly view: SigningView;
  readonly state: SigningState;
  readonly dispatch: Dispatch;
  readonly onSign: () => void;
}

/** Shows what is signed, with the consent. */
export function ReviewDialog({ view, state, dispatch, onSign }: ReviewDialogProps) {
  const text = useText();
  const [wantsConsent, setWantsConsent] = useState(false);
  const [wantsName, setWantsName] = useState(false);
  const isSending = state.sending.kind === 'sending';
  const close = (): void => {
    if (!isSending) dispatch({ type: 'close' });
  };
  const name = useRef<HTMLInputElement>(null);
  const hasName = state.fullName.trim() !== '';
  const consent = useRef<HTMLInputElement>(null);
  const sign = (): void => {
    if (isSending) return;
    setWantsConsent(!state.hasConsented);
    setWantsName(!hasName);
    // On a phone the box may be below the fold.
    if (!hasName) name.current?.focus();
    else if (state.hasConsented) onSign();
    else consent.current?.focus();
  };

  return (
    <Dialog
      title={text('reviewTitle')}
      shape="window"
      onClose={close}
      footer={
        <>
          <button type="button" class="button" aria-disabled={isSending} onClick={close}>
            {text('back')}
          </button>
          <button type="button" class="button button-finish" aria-disabled={isSending} onClick={sign}>
            {isSending ? (
              <span class="spinner spinner-light" aria-hidden="true" />
            ) : (
              <Icon path={icons.lock} />
            )}
            <span aria-live="polite">{isSending ? text('signing') : text('signDocument')}</span>
          </button>
        </>
      }
    >
      <p>{text('reviewIntro', { name: view.documentName })}</p>
      <FilledValues view={view} state={state} />
      {view.signee.fullName === '' && (
        <OwnName
          input={name}
          fullName={state.fullName}
          isMissing={wantsName && !hasName}
          onChange={(fullName) => dispatch({ type: 'name', fullName })}
        />
      )}
      {MARKS.map((mark) => (
        <ReviewedMark key={mark} mark={mark} view={view} ink={state.inks[mark]} />
      ))}
      <Consent
        input={consent}
        sentence={view.consentText}
        hasConsented={state.hasConsented}
        isMissing={wantsConsent && !state.hasConsented}
        onChange={(hasConsented) => dispatch({ type: 'consent', hasConsented })}
      />
      <SendProblem sending={state.sending} />
    </Dialog>
  );
}

const MARKS: readonly MarkKind[] = ['signature', 'initials'];

interface ReviewedMarkProps {
  readonly mark: MarkKind;
  readonly view: SigningView;
  readonly ink: InkChoice | null;
}

/** Says how many boxes it is for, where there are several [D10-11]. */
function ReviewedMark({ mark, view, ink }: ReviewedMarkProps) {
  const text = useText();
  const count = listMarkBoxes(view).filter(({ type }) => type === mark).length;
  const isUsed = mark === 'signature' ? view.hasInk : count > 0;
  if (ink === null || !isUsed) return null;
  return (
    <div class="review-ink">
      <span class="review-label">
        {text(mark === 'initials' ? 'yourInitials' : 'yourSignature')}
        {count > 1 && ` · ${text('places', { count })}`}
      </span>
      <InkPicture ink={ink} mark={mark} />
    </div>
  );
}

function FilledValues({ view, state }: Pick<ReviewDialogProps, 'view' | 'state'>) {
  const text = useText();
  const fields = view.fields.filter((field) => isFillable(field) || isFilledAtSigning(field, view));
  if (fields.length === 0) return <p class="field-hint">{text('reviewNoFields')}</p>;
  return (
    <dl class="review-list">
      {fields.map((field) => {
        const value = isFillable(field) ? currentValue(field, state.values) : field.value;
        const isEmpty = isBlank(value) && field.type !== 'checkbox';
        return (
          <div key={field.name} class="review-row">
            <dt>{labelOf(field)}</dt>
            <dd class={isEmpty ? 'is-empty' : ''}>
              {isEmpty ? text('empty') : shownValue(field, value, text)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** An unticked check box is shown as a value too. */
function shownValue(field: FormField, value: readonly string[], text: PageText): string {
  if (field.type === 'checkbox' && field.options.length === 1)
    return text(isBlank(value) ? 'unchecked' : 'checked');
  if (isBlank(value)) return text('unchecked');
  const shown = describeValue(field, value);
  return isFillable(field) ? shown : text('filledAtSigning', { value: shown });
}

interface ConsentProps {
  readonly input: RefObject<HTMLInputElement | null>;
  /** The sentence is stored as evidence, in the document's language. */
  readonly sentence: string;
  readonly hasConsented: boolean;
  readonly isMissing: boolean;
  readonly onChange: (hasConsented: boolean) => void;
}

function Consent({ input, sentence, hasConsented, isMissing, onChange }: ConsentProps) {
  const text = useText();
  const { language } = usePageLanguage();
  const documentLanguage = useContext(DocumentLanguage);
  const problemId = useId();
  const block = useRef<HTMLDivElement>(null);
  // Without this only the box would be in view, not the sentence below it.
  useLayoutEffect(() => {
    if (isMissing) block.current?.scrollIntoView({ block: 'nearest' });
  }, [isMissing]);
  return (
    <div class="consent" ref={block}>
      <label class="mark-row">
        <input
          ref={input}
          type="checkbox"
          name="consent"
          checked={hasConsented}
          aria-invalid={isMissing}
          aria-describedby={problemId}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          <span lang={documentLanguage}>{sentence}</span>
          {language !== documentLanguage && (
            <span class="consent-translated">{text('consentTranslated', { consent: text('consent') })}</span>
          )}
        </span>
      </label>
      <p id={problemId} class="field-problem" role="alert">
        {isMissing ? text('consentMissing') : ''}
      </p>
    </div>
  );
}

function SendProblem({ sending }: { readonly sending: Sending }) {
  const text = useText();
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => notice.current?.scrollIntoView({ block: 'nearest' }), [sending]);
  if (sending.kind !== 'failed') return null;
  return (
    <div ref={notice} class="notice notice-problem" role="alert">
      <Icon path={icons.warning} />
      <p>{sending.message ?? text('sendUnreachable')}</p>
    </div>
  );
}
