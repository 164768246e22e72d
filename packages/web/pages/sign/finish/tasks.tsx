import type { PageText } from '@countersign/i18n';
import type { SigningView } from '@countersign/signing';
import { useId } from 'preact/hooks';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { useText } from '../parts.tsx';
import { OwnName } from './guide.tsx';
import type { Dispatch, SigningState } from './signing-state.ts';
import { type GuideStep, listOptionalFields, stepName } from './steps.ts';

interface TasksProps {
  readonly view: SigningView;
  readonly steps: readonly GuideStep[];
  readonly state: SigningState;
  readonly dispatch: Dispatch;
  readonly onStep: (step: GuideStep) => void;
}

function taskName(step: GuideStep, text: PageText): string {
  const name = stepName(step, text);
  if ('field' in step) return text(step.isDone ? 'stepDone' : 'stepOpen', { name });
  return step.isDone ? text('checkDoneNamed', { name }) : name;
}

/** Phones show the tasks before the document. */
export function Tasks({ view, steps, state, dispatch, onStep }: TasksProps) {
  const text = useText();
  const titleId = useId();
  const needsName = view.signee.fullName === '';
  const optional = listOptionalFields(view, state.values).map(
    (field): GuideStep => ({ kind: 'field', field, isDone: false }),
  );
  const required = steps.filter(({ kind }) => kind !== 'mark');
  if (!needsName && required.length + optional.length === 0) return null;
  const renderSteps = (listed: readonly GuideStep[]) => (
    <ul>
      {listed.map((step, index) => (
        <li key={index}>
          <button
            type="button"
            class={`task ${step.isDone ? 'is-done' : ''}`}
            aria-haspopup="dialog"
            onClick={() => onStep(step)}
          >
            <Icon path={step.isDone ? icons.check : icons.pen} />
            <span>{taskName(step, text)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <section class="tasks" aria-labelledby={titleId}>
      {needsName && (
        <OwnName
          fullName={state.fullName}
          isMissing={false}
          onChange={(fullName) => dispatch({ type: 'name', fullName })}
        />
      )}
      <details>
        <summary id={titleId}>{text('tasksTitle')}</summary>
        {renderSteps(required)}
        {optional.length > 0 && (
          <>
            <h3>{text('tasksOptional', { count: optional.length })}</h3>
            {renderSteps(optional)}
          </>
        )}
      </details>
    </section>
  );
}
