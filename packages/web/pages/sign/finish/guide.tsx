import { MAX_NAME_LENGTH } from '@countersign/base/text';
import type { PageText } from '@countersign/i18n';
import type { FormField } from '@countersign/signing';
import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { labelOf } from '../../document/reading-order.ts';
import { Icon, type IconPath } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { useText } from '../parts.tsx';
import { type GuideStep, stepName } from './steps.ts';

interface GuideBarProps {
  readonly steps: readonly GuideStep[];
  readonly next: GuideStep | null;
  /** Says what is wrong with the field that was left last. */
  readonly wrong: string | null;
  /** The field is offered once everything required is done. */
  readonly optional: FormField | null;
  /** The boxes that one press takes: offered from two. */
  readonly rest: number;
  readonly onRest: () => void;
  readonly onStep: (step: GuideStep) => void;
  readonly onReview: () => void;
  readonly isAsking: boolean | null;
  /** Is absent without an assistant. */
  readonly onAsk: (() => void) | undefined;
}

export const GUIDE_ID = 'guide';

/** The name of the step stands above the button. */
function actionLabel(next: GuideStep | null, text: PageText): string {
  if (next === null) return text('reviewAndSign');
  switch (next.kind) {
    case 'mark':
      return text(next.mark === 'initials' ? 'initialHere' : 'signHere');
    case 'check':
      return stepName(next, text);
    case 'trigger':
      return text(next.isAttachment ? 'attachFile' : 'checkStart');
    case 'field':
      return text(next.field.type === 'textField' ? 'fillField' : 'choose');
  }
}

function actionIcon(next: GuideStep | null): IconPath {
  if (next === null) return icons.check;
  if (next.kind === 'trigger' && next.isAttachment) return icons.paperclip;
  return next.kind === 'mark' ? icons.pen : icons.down;
}

/** The bar is always visible. */
export function GuideBar(props: GuideBarProps) {
  const { steps, next, wrong, optional, rest, onRest, onStep, onReview, isAsking, onAsk } = props;
  const text = useText();
  const nextId = useId();
  // One press for all places is what most people want.
  const nextLook = next === null ? 'button-finish' : rest > 1 ? '' : 'button-primary';
  return (
    <footer class="guide" id={GUIDE_ID}>
      {/* Said aloud, and seen wherever the page was scrolled to. */}
      <p class="guide-wrong" role="alert">
        {wrong}
      </p>
      <div class="guide-inner">
        <Progress id={nextId} steps={steps} next={next} />
        <div class="guide-actions">
          {next === null && optional !== null && (
            <button
              type="button"
              class="link-button guide-optional"
              onClick={() => onStep({ kind: 'field', field: optional, isDone: false })}
            >
              {text('optionalNamed', { name: labelOf(optional) })}
            </button>
          )}
          {rest > 1 && (
            <button type="button" class="button button-primary guide-rest" onClick={onRest}>
              {text('useForAll', { count: rest })}
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
            class={`button button-large guide-next ${nextLook}`}
            aria-describedby={nextId}
            onClick={() => (next === null ? onReview() : onStep(next))}
          >
            <Icon path={actionIcon(next)} />
            <span class="button-text">{actionLabel(next, text)}</span>
          </button>
        </div>
      </div>
    </footer>
  );
}

/** More steps than this are one bar. */
const MAX_SEGMENTS = 24;

/** The steps are counted in words too. */
function Progress({ id, steps, next }: Pick<GuideBarProps, 'steps' | 'next'> & { readonly id: string }) {
  const text = useText();
  const done = steps.filter((step) => step.isDone).length;
  const count = steps.length;
  const segments = Math.max(1, Math.min(count, MAX_SEGMENTS));
  // A document without steps is done.
  const share = count === 0 ? 1 : done / count;
  const at = next === null || count > MAX_SEGMENTS ? -1 : steps.indexOf(next);
  const stateOf = (index: number): string => {
    if (count > MAX_SEGMENTS) return index < Math.floor(share * segments) ? 'is-done' : '';
    if (count === 0 || steps[index]?.isDone === true) return 'is-done';
    return index === at ? 'is-next' : '';
  };
  return (
    <div class="guide-progress">
      <div class="guide-state" aria-live="polite">
        <p class="guide-name" id={id}>
          {next === null ? text('allDone') : text('nextNamed', { name: stepName(next, text) })}
        </p>
        {count > 0 && <p class="guide-count">{text('stepsDone', { done, count })}</p>}
      </div>
      <div class="guide-segments" aria-hidden="true">
        {Array.from({ length: segments }, (_, index) => (
          <span key={index} class={`guide-segment ${stateOf(index)}`} />
        ))}
      </div>
    </div>
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
