import { MAX_NAME_LENGTH } from '@countersign/base/text';
import type { PageText } from '@countersign/i18n';
import type { CheckView, DisplayedBox, FormField, SigningView } from '@countersign/signing';
import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { inReadingOrder, labelOf } from '../../document/reading-order.ts';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { currentValue, type FieldValues, findProblem, isBlank, isFillable } from '../fields/field-values.ts';
import { useText } from '../parts.tsx';
import { checkName } from '../proofs/proof-frame.tsx';

/** Each step is required for signing. */
export type GuideStep =
  | { readonly kind: 'field'; readonly field: FormField; readonly isDone: boolean }
  | { readonly kind: 'trigger'; readonly field: FormField; readonly isDone: boolean }
  /** The check belongs to the signature method, or is a payment. */
  | { readonly kind: 'check'; readonly check: CheckView; readonly isDone: boolean }
  | { readonly kind: 'ink'; readonly isDone: boolean };

/** The check is the act of signing, so it comes after the review. */
export function isSigningCheck({ kind }: Pick<CheckView, 'kind'>): boolean {
  return kind === 'electronic_id';
}

const BEHIND_EVERYTHING: DisplayedBox = { page: Infinity, x: 0, y: 0, width: 0, height: 0 };

function placeOf(field: FormField): DisplayedBox {
  return field.boundingBox ?? field.widgets[0] ?? BEHIND_EVERYTHING;
}

function needsAttention(field: FormField, values: FieldValues): boolean {
  return isFillable(field) && (field.required || findProblem(field, currentValue(field, values)) !== null);
}

/** Lists the steps in reading order. The signature is one step. */
export function listSteps(
  view: Pick<SigningView, 'fields' | 'boxes' | 'checks' | 'openTriggers' | 'hasInk'>,
  values: FieldValues,
  hasInk: boolean,
): readonly GuideStep[] {
  const inkPlace =
    inReadingOrder(view.boxes.filter(({ type }) => type === 'signature').map((place) => ({ place })))[0]
      ?.place ?? BEHIND_EVERYTHING;
  const steps = view.fields.flatMap((field): { place: DisplayedBox; step: GuideStep }[] => {
    const place = placeOf(field);
    const isOpen = view.openTriggers.includes(field.name);
    if (isOpen || view.checks.some((check) => check.required && check.field === field.name))
      return [{ place, step: { kind: 'trigger', field, isDone: !isOpen } }];
    if (!needsAttention(field, values)) return [];
    const isDone = findProblem(field, currentValue(field, values)) === null;
    return [{ place, step: { kind: 'field', field, isDone } }];
  });
  for (const check of view.checks.filter((one) => one.field === null && !isSigningCheck(one))) {
    const isDone = check.proofs.some(({ status }) => status === 'succeeded');
    steps.push({ place: inkPlace, step: { kind: 'check', check, isDone } });
  }
  if (view.hasInk) steps.push({ place: inkPlace, step: { kind: 'ink', isDone: hasInk } });
  return inReadingOrder(steps).map(({ step }) => step);
}

function isAt(step: GuideStep, fieldName: string): boolean {
  return 'field' in step && step.field.name === fieldName;
}

/** Searches after the last field, then from the top. */
export function findNextStep(steps: readonly GuideStep[], currentField: string | null): GuideStep | null {
  const here = currentField === null ? -1 : steps.findIndex((step) => isAt(step, currentField));
  const ahead = [...steps.slice(here + 1), ...steps.slice(0, here + 1)];
  return ahead.find((step) => !step.isDone) ?? null;
}

/** Sorts the fields in reading order. */
export function sortFields(fields: readonly FormField[]): readonly FormField[] {
  return inReadingOrder(fields.map((field) => ({ field, place: placeOf(field) }))).map(({ field }) => field);
}

/** Lists blank fields in reading order. */
export function listOptionalFields(
  { fields }: Pick<SigningView, 'fields'>,
  values: FieldValues,
): readonly FormField[] {
  return sortFields(fields).filter(
    (field) => isFillable(field) && !field.required && isBlank(currentValue(field, values)),
  );
}

export function stepName(step: GuideStep, text: PageText): string {
  if (step.kind === 'ink') return text('signHere');
  return step.kind === 'check' ? checkName(step.check, text) : labelOf(step.field);
}

interface GuideBarProps {
  readonly steps: readonly GuideStep[];
  readonly next: GuideStep | null;
  /** Says what is wrong with the field that was left last. */
  readonly wrong: string | null;
  /** The field is offered once everything required is done. */
  readonly optional: FormField | null;
  readonly onStep: (step: GuideStep) => void;
  readonly onReview: () => void;
  readonly isAsking: boolean | null;
  /** Is absent without an assistant. */
  readonly onAsk: (() => void) | undefined;
}

export const GUIDE_ID = 'guide';

function actionLabel(next: GuideStep | null, text: PageText): string {
  if (next === null) return text('reviewAndSign');
  const name = stepName(next, text);
  return 'field' in next ? text('nextNamed', { name }) : name;
}

/** The bar is always visible. */
export function GuideBar(props: GuideBarProps) {
  const { steps, next, wrong, optional, onStep, onReview, isAsking, onAsk } = props;
  const text = useText();
  const left = steps.filter((step) => !step.isDone).length;
  return (
    <footer class="guide" id={GUIDE_ID}>
      {/* Said aloud, and seen wherever the page was scrolled to. */}
      <p class="guide-wrong" role="alert">
        {wrong}
      </p>
      <div class="guide-inner">
        <div class="guide-progress">
          <p aria-live="polite">{left === 0 ? text('allDone') : text('stepsLeft', { count: left })}</p>
          <progress max={1} value={steps.length === 0 ? 1 : 1 - left / steps.length} aria-hidden="true" />
        </div>
        {next === null && optional !== null && (
          <button
            type="button"
            class="link-button guide-optional"
            onClick={() => onStep({ kind: 'field', field: optional, isDone: false })}
          >
            {text('optionalNamed', { name: labelOf(optional) })}
          </button>
        )}
        {onAsk && (
          <button type="button" id="ask" class="ask" aria-expanded={isAsking === true} onClick={onAsk}>
            <Icon path={icons.ask} />
            {text('ask')}
          </button>
        )}
        <button
          type="button"
          class={`button button-large ${next === null ? 'button-finish' : 'button-primary'}`}
          onClick={() => (next === null ? onReview() : onStep(next))}
        >
          <Icon path={next === null ? icons.check : next.kind === 'ink' ? icons.pen : icons.down} />
          <span class="button-text">{actionLabel(next, text)}</span>
        </button>
      </div>
    </footer>
  );
}

interface OwnNameProps {
  readonly input?: RefObject<HTMLInputElement | null> | undefined;
  readonly fullName: string;
  readonly isMissing: boolean;
  readonly onChange: (fullName: string) => void;
}

/** The signee types the name if the sender gave none. */
export function OwnName({ input, fullName, isMissing, onChange }: OwnNameProps) {
  const text = useText();
  const id = useId();
  return (
    <div class="typed-name">
      <label for={id}>{text('yourName')}</label>
      <input
        ref={input ?? null}
        id={id}
        class="text-input"
        type="text"
        name="full-name"
        autocomplete="name"
        maxLength={MAX_NAME_LENGTH}
        value={fullName}
        aria-invalid={isMissing}
        aria-describedby={`${id}-problem`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-problem`} class="field-problem" role="alert">
        {isMissing ? text('inkNoName') : ''}
      </p>
    </div>
  );
}
