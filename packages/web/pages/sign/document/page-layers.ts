import type { FormField, SigningView } from '@countersign/signing';
import { inReadingOrder } from '../../document/reading-order.ts';
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

/** In reading order: inputs, buttons of checks, and read-only values. */
export function widgetsOnPage(fields: SigningView['fields'], page: number): readonly PlacedWidget[] {
  const placed = fields
    .flatMap((field) => field.widgets.map((widget, index) => ({ field, widget, index, place: widget })))
    .filter(({ widget }) => widget.page === page);
  return inReadingOrder(placed);
}

/** The guide scrolls to the first of a field. */
export function widgetElementId(fieldName: string, index = 0): string {
  return `widget-${encodeURIComponent(fieldName)}-${index}`;
}
