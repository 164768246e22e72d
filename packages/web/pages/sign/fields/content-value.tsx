import { labelOf, optionOf } from '../../document/field-options.ts';
import { fieldTextSize, placeOnPage, toPixels } from '../../document/page-scale.ts';
import type { PlacedWidget } from '../document/page-layers.ts';
import { useText } from '../text/text-context.ts';
import { describeValue, isFilledAtSigning } from './field-values.ts';

/** Of the field. */
const FRAME_POINTS = 1;

interface ContentValueProps {
  readonly placed: PlacedWidget;
  readonly scale: number;
  /** Already rendered. */
  readonly fileValue: string;
}

function isMark({ field }: PlacedWidget): boolean {
  return field.type === 'checkbox' || field.type === 'radioButton';
}

function textToShow(placed: PlacedWidget): string {
  const { field, widget } = placed;
  if (!isMark(placed)) return describeValue(field, field.value);
  return field.value.includes(optionOf(widget)) ? '✕' : '';
}

/** Rendered here only if another signee filled it after the file was prepared. */
export function ContentValue({ placed, scale, fileValue }: ContentValueProps) {
  const { field, widget } = placed;
  const isInPicture = field.value.length === 0 || field.value.join('\n') === fileValue;
  const text = useText();
  const value = describeValue(field, field.value);
  const isDate = isFilledAtSigning(field) && value !== '';
  const spoken = `${labelOf(field)}: ${isDate ? text('filledAtSigning', { value }) : value}`;
  if (isInPicture) return placed.index === 0 ? <p class="visually-hidden">{spoken}</p> : null;
  return (
    <div
      class={`widget-content ${field.multiline ? 'is-multiline' : ''}`}
      style={{
        ...placeOnPage(widget, scale),
        borderWidth: toPixels(Math.max(FRAME_POINTS * scale, 1)),
        fontSize: toPixels(fieldTextSize(widget.height, field.multiline, scale)),
      }}
      title={isDate ? text('filledAtSigning', { value }) : undefined}
    >
      <span class="visually-hidden">{labelOf(field)}: </span>
      {textToShow(placed)}
    </div>
  );
}
