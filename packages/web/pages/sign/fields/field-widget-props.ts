import type { PlacedWidget } from '../document/page-layers.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { FieldProblem } from './field-problems.ts';

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
