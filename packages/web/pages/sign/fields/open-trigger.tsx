import { type PlacedWidget, widgetElementId } from '../document/page-layers.ts';
import { placeOnPage, toPixels } from '../document/page-scale.ts';
import { useText } from '../text/text-context.ts';
import { labelOf } from './field-label.ts';

interface OpenTriggerProps {
  readonly placed: PlacedWidget;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly senderName: string;
}

/** A required check that this page does not support; explains why the document cannot be signed. */
export function OpenTrigger({ placed: { field, widget, index }, scale, senderName }: OpenTriggerProps) {
  const text = useText();
  const id = widgetElementId(field.name, index);
  return (
    <button
      type="button"
      id={id}
      class="widget widget-trigger is-required is-open is-wrong"
      style={placeOnPage(widget, scale)}
      aria-label={`${labelOf(field)} (${text('required')})`}
      aria-describedby={`${id}-problem`}
    >
      <span class="widget-problem" id={`${id}-problem`} style={{ top: toPixels(widget.height * scale) }}>
        {text('triggerNotOffered', { name: labelOf(field), sender: senderName })}
      </span>
    </button>
  );
}
