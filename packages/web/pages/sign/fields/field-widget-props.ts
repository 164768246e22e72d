import type { PlacedWidget } from '../document/page-layers.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { FieldProblem } from './field-problems.ts';
import { DEFAULT_ON_STATE } from './field-values.ts';

export interface FieldWidgetProps {
  readonly placed: PlacedWidget;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly value: readonly string[];
  /** Suggested. */
  readonly offer: string | null;
  /** Null before the first visit. */
  readonly problem: FieldProblem | null;
  /** It prevents signing. */
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

/** Its own, or the only one of the field. */
export function optionOf({ field, widget }: PlacedWidget): string {
  return widget.option ?? field.options[0]?.value ?? DEFAULT_ON_STATE;
}
