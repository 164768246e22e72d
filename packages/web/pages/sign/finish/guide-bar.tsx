import type { PageText } from '@countersign/i18n';
import type { FormField } from '@countersign/signing';
import { labelOf } from '../../document/field-options.ts';
import { Icon } from '../../parts/icon.tsx';
import { useText } from '../text/text-context.ts';
import { type GuideStep, stepName } from './guide-steps.ts';

interface GuideBarProps {
  readonly steps: readonly GuideStep[];
  readonly next: GuideStep | null;
  /** What is wrong with the field that was left last. */
  readonly wrong: string | null;
  /** Once everything required is done. */
  readonly optional: FormField | null;
  readonly onStep: (step: GuideStep) => void;
  readonly onReview: () => void;
}

export const GUIDE_ID = 'guide';

function actionLabel(next: GuideStep | null, text: PageText): string {
  if (next === null) return text('reviewAndSign');
  const name = stepName(next, text);
  return 'field' in next ? text('nextNamed', { name }) : name;
}

/** Always visible. */
export function GuideBar({ steps, next, wrong, optional, onStep, onReview }: GuideBarProps) {
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
        <button
          type="button"
          class={`button button-large ${next === null ? 'button-finish' : 'button-primary'}`}
          onClick={() => (next === null ? onReview() : onStep(next))}
        >
          <Icon name={next === null ? 'check' : next.kind === 'ink' ? 'pen' : 'down'} />
          <span class="button-text">{actionLabel(next, text)}</span>
        </button>
      </div>
    </footer>
  );
}
