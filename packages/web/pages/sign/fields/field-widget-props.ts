import type { PlacedWidget } from '../document/page-layers.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { FieldProblem } from './field-problems.ts';
import { DEFAULT_ON_STATE } from './field-values.ts';

/** Properties of elements over editable widgets. */
export interface FieldWidgetProps {
  readonly placed: PlacedWidget;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly value: readonly string[];
  /** A suggested value, or null. */
  readonly offer: string | null;
  /** The problem to show; null before the first visit. */
  readonly problem: FieldProblem | null;
  /** The field prevents signing. */
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

/** Export value of a button: its own, or the only one of the field. */
export function optionOf({ field, widget }: PlacedWidget): string {
  return widget.option ?? field.options[0]?.value ?? DEFAULT_ON_STATE;
}
