import { fieldTextSize, placeOnPage, toPixels } from '../../document/page-scale.ts';
import { labelOf, optionOf } from '../../document/reading-order.ts';
import type { PlacedWidget } from '../document-view.tsx';
import type { Dispatch } from '../finish/signing-state.ts';
import { useText } from '../parts.tsx';
import { describeValue, type FieldProblem } from './field-values.ts';

/** The frame of a field has this width. */
const FRAME_POINTS = 1;

interface ContentValueProps {
  readonly placed: PlacedWidget;
  readonly scale: number;
  /** The page already shows this value. */
  readonly fileValue: string;
  readonly isFilledAtSigning: boolean;
}

function isMark({ field }: PlacedWidget): boolean {
  return field.type === 'checkbox' || field.type === 'radioButton';
}

function textToShow(placed: PlacedWidget): string {
  const { field, widget } = placed;
  if (!isMark(placed)) return describeValue(field, field.value);
  if (!field.value.includes(optionOf(widget))) return '';
  return field.type === 'radioButton' ? '●' : '✕';
}

/** Renders the value only if another signee filled it after the file was prepared. */
export function ContentValue({ placed, scale, fileValue, isFilledAtSigning }: ContentValueProps) {
  const { field, widget } = placed;
  const isInPicture = field.value.length === 0 || field.value.join('\n') === fileValue;
  const text = useText();
  const value = describeValue(field, field.value);
  const isDate = isFilledAtSigning && value !== '';
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

export interface FieldWidgetProps {
  readonly placed: PlacedWidget;
  /** The scale is in CSS pixels per point. */
  readonly scale: number;
  readonly value: readonly string[];
  /** The value is a suggestion. */
  readonly offer: string | null;
  /** The problem is null before the first visit. */
  readonly problem: FieldProblem | null;
  /** Is true if the field prevents signing. */
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly dispatch: Dispatch;
}

export function widgetClass(props: FieldWidgetProps, ...more: readonly string[]): string {
  const states = [
    props.placed.field.required && 'is-required',
    props.isOpen && 'is-open',
    props.problem !== null && 'is-wrong',
    props.isCurrent && 'is-current',
  ];
  return ['widget', ...more, ...states.filter((name) => name !== false)].join(' ');
}
