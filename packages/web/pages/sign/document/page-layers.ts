import type { FormField, SigningView } from '@countersign/signing';
import { isFillable } from '../fields/field-values.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { SigningState } from '../finish/signing-state.ts';

/** Interactive elements over the pages. */
export interface PageLayers {
  readonly state: SigningState;
  readonly dispatch: Dispatch;
}

type FieldWidget = FormField['widgets'][number];

/** One widget of a field. */
export interface PlacedWidget {
  readonly field: FormField;
  readonly widget: FieldWidget;
  /** Index among the field's widgets. */
  readonly index: number;
}

/** Widgets of one page in reading order. */
export function widgetsOnPage(
  fields: SigningView['fields'],
  page: number,
  kind: 'fillable' | 'content',
): readonly PlacedWidget[] {
  return fields
    .filter((field) => isFillable(field) === (kind === 'fillable'))
    .flatMap((field) => field.widgets.map((widget, index) => ({ field, widget, index })))
    .filter(({ widget }) => widget.page === page);
}

/** Id of the element over a widget; the guide scrolls to the first of a field. */
export function widgetElementId(fieldName: string, index = 0): string {
  return `widget-${encodeURIComponent(fieldName)}-${index}`;
}
