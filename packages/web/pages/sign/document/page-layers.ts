import type { FormField, SigningView } from '@countersign/signing';
import { isFillable } from '../fields/field-values.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { SigningState } from '../finish/signing-state.ts';

export interface PageLayers {
  readonly state: SigningState;
  readonly dispatch: Dispatch;
}

type FieldWidget = FormField['widgets'][number];

export interface PlacedWidget {
  readonly field: FormField;
  readonly widget: FieldWidget;
  /** Among the field's widgets. */
  readonly index: number;
}

/** In reading order. */
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

/** The guide scrolls to the first of a field. */
export function widgetElementId(fieldName: string, index = 0): string {
  return `widget-${encodeURIComponent(fieldName)}-${index}`;
}
