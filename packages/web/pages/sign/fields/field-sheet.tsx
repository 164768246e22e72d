import type { CheckView, FormField } from '@countersign/signing';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { placeOnPage, toPixels } from '../../document/page-scale.ts';
import { labelOf } from '../../document/reading-order.ts';
import { Icon } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import * as icons from '../../parts/icons.ts';
import { type PlacedWidget, widgetElementId } from '../document-view.tsx';
import { sortFields } from '../finish/guide.tsx';
import type { Dispatch, SigningState } from '../finish/signing-state.ts';
import { scrollToElement, useText } from '../parts.tsx';
import { FieldControl } from './field-control.tsx';
import { problemMessage, spokenLabel } from './field-input.tsx';
import { currentValue, describeValue, findProblem, isFillable } from './field-values.ts';

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

interface OpenTriggerProps {
  readonly placed: PlacedWidget;
  /** The scale is in CSS pixels per point. */
  readonly scale: number;
  readonly senderName: string;
  /** The check is undefined if it is not offered. */
  readonly check: CheckView | undefined;
  readonly dispatch: Dispatch;
}

/** The button opens the check. */
export function OpenTrigger({ placed, scale, senderName, check, dispatch }: OpenTriggerProps) {
  const text = useText();
  const { field, widget, index } = placed;
  const id = widgetElementId(field.name, index);
  if (check === undefined || !check.isOffered)
    return <BlockedTrigger placed={placed} scale={scale} senderName={senderName} />;
  const isDone = check.proofs.some(({ status }) => status === 'succeeded');
  const states = `${field.required ? 'is-required' : ''} ${isDone ? 'is-done' : 'is-open'}`;
  const start = text(check.kind === 'attachment' ? 'attachFile' : 'checkStart');
  const shown = isDone ? describeValue(field, field.value) || text('checkDone') : start;
  return (
    <button
      type="button"
      id={id}
      class={`widget widget-trigger ${states}`}
      style={{ ...placeOnPage(widget, scale), fontSize: toPixels(Math.min(widget.height * scale * 0.6, 16)) }}
      aria-label={`${spokenLabel(field, text)}: ${shown}`}
      aria-haspopup="dialog"
      onClick={() => dispatch({ type: 'open', dialog: { kind: 'check', field: field.name } })}
    >
      <Icon path={isDone ? icons.check : icons.lock} />
      <span>{shown}</span>
    </button>
  );
}

/** Explains why the document cannot be signed. */
function BlockedTrigger({
  placed: { field, widget, index },
  scale,
  senderName,
}: Pick<OpenTriggerProps, 'placed' | 'scale' | 'senderName'>) {
  const text = useText();
  const id = widgetElementId(field.name, index);
  const place = placeOnPage(widget, scale);
  return (
    <>
      <button
        type="button"
        id={id}
        class="widget widget-trigger is-required is-open is-wrong"
        style={place}
        aria-label={`${labelOf(field)} (${text('required')})`}
        aria-describedby={`${id}-problem`}
      />
      <span
        class="widget-problem"
        id={`${id}-problem`}
        style={{ '--left': place.left, top: toPixels((widget.y + widget.height) * scale) }}
      >
        {text('triggerNotOffered', { name: labelOf(field), sender: senderName })}
      </span>
    </>
  );
}
