import type { FormField } from '@countersign/signing';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { labelOf } from '../../document/reading-order.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { widgetElementId } from '../document-view.tsx';
import type { Dispatch, SigningState } from '../finish/signing-state.ts';
import { sortFields } from '../finish/steps.ts';
import { scrollToElement, useText } from '../parts.tsx';
import { FieldControl } from './field-control.tsx';
import { problemMessage } from './field-input.tsx';
import { currentValue, findProblem, isFillable } from './field-values.ts';

interface FieldSheetProps {
  readonly fields: readonly FormField[];
  readonly field: FormField;
  readonly offer: string | null;
  readonly state: SigningState;
  readonly dispatch: Dispatch;
}

const CONTROLS = 'input, textarea, select';

function fieldAfter(fields: readonly FormField[], field: FormField): FormField | null {
  const inSheet = sortFields(fields).filter(isFillable);
  return inSheet[inSheet.indexOf(field) + 1] ?? null;
}

/** Shows the field in full size, with its widget visible above. */
export function FieldSheet({ fields, field, offer, state, dispatch }: FieldSheetProps) {
  const text = useText();
  const problem = findProblem(field, currentValue(field, state.values));
  const next = fieldAfter(fields, field);
  const isWrong = problem !== null && state.visited.has(field.name);

  const body = useRef<HTMLDivElement>(null);

  const focusControl = (): void => body.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  useLayoutEffect(() => {
    scrollToElement(widgetElementId(field.name), 'start');
    focusControl();
  }, [field.name]);

  const finish = (): void => {
    dispatch({ type: 'leave', name: field.name });
    dispatch({ type: 'close' });
  };
  /** Empty fields can wait for the guide. */
  const goOn = (): void => {
    dispatch({ type: 'leave', name: field.name });
    if (problem !== null && problem !== 'required') focusControl();
    else
      dispatch(
        next === null ? { type: 'close' } : { type: 'open', dialog: { kind: 'field', name: next.name } },
      );
  };

  return (
    <Dialog
      title={labelOf(field)}
      shape="sheet"
      onClose={() => dispatch({ type: 'close' })}
      footer={
        <>
          <button type="button" class={`button ${next === null ? 'button-primary' : ''}`} onClick={finish}>
            {text('done')}
          </button>
          {next !== null && (
            <button type="button" class="button button-primary" onClick={goOn}>
              {text('nextField')}
            </button>
          )}
        </>
      }
    >
      <div ref={body}>
        <FieldControl
          key={field.name}
          field={field}
          value={currentValue(field, state.values)}
          offer={offer}
          problem={isWrong ? problemMessage(field, problem, text) : null}
          onFill={(value) => dispatch({ type: 'fill', name: field.name, value })}
          onEnter={goOn}
        />
      </div>
    </Dialog>
  );
}
