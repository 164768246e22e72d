import type { PlacedWidget } from '../document/page-layers.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { FieldProblem } from './field-problems.ts';
import { DEFAULT_ON_STATE } from './field-values.ts';

/** What every element over a fillable widget gets. */
export interface FieldWidgetProps {
  readonly placed: PlacedWidget;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly value: readonly string[];
  /** A value that the signee may take over; null when there is none. */
  readonly offer: string | null;
  /** What to tell the signee; null while the field was not visited. */
  readonly problem: FieldProblem | null;
  /** Whether the document cannot be signed because of this field. */
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

/** Export value of a check box or radio button: its own, else the only one the field has. */
export function optionOf({ field, widget }: PlacedWidget): string {
  return widget.option ?? field.options[0]?.value ?? DEFAULT_ON_STATE;
}
