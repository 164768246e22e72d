import type { CheckView } from '@countersign/signing';
import { placeOnPage, toPixels } from '../../document/page-scale.ts';
import { labelOf } from '../../document/reading-order.ts';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { type PlacedWidget, widgetElementId } from '../document-view.tsx';
import type { Dispatch } from '../finish/signing-state.ts';
import { useText } from '../parts.tsx';
import { spokenLabel } from './field-input.tsx';
import { describeValue } from './field-values.ts';

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
  const isAttachment = check.kind === 'attachment';
  const start = text(isAttachment ? 'attachFile' : 'checkStart');
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
      <Icon path={isDone ? icons.check : isAttachment ? icons.paperclip : icons.shield} />
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
