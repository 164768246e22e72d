import { toVisibleLine } from '@countersign/base/text';
import type { CheckView, SigningView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../document/open-pdf.ts';
import { fieldTextSize, needsFieldSheet, placeOnPage, toPixels } from '../../document/page-scale.ts';
import { labelOf, optionOf } from '../../document/reading-order.ts';
import { lazy, useMediaQuery } from '../../parts/hooks.ts';
import { type PageLayers, type PlacedWidget, widgetElementId, widgetsOnPage } from '../document-view.tsx';
import { LazyPart, useText } from '../parts.tsx';
import { FieldInput, spokenLabel } from './field-input.tsx';
import {
  currentValue,
  describeValue,
  findProblem,
  isBlank,
  isFillable,
  isFilledAtSigning,
  isOfOther,
  type OwnedField,
  offerFor,
} from './field-values.ts';
import { ContentValue, type FieldWidgetProps, widgetClass } from './field-widget.tsx';

/** Few documents ask for a check. */
const OPEN_TRIGGER = lazy(async () => (await import('./open-trigger.tsx')).OpenTrigger);

/** Small screens have this button, which opens the sheet or toggles a check box. */
function FieldChip(props: FieldWidgetProps) {
  return props.placed.field.type === 'checkbox' ? <CheckChip {...props} /> : <SheetChip {...props} />;
}

function CheckChip(props: FieldWidgetProps) {
  const text = useText();
  const { placed, scale, value, dispatch } = props;
  const option = optionOf(placed.widget);
  return (
    <label class={widgetClass(props, 'widget-checkbox', 'chip')} style={placeOnPage(placed.widget, scale)}>
      <input
        id={widgetElementId(placed.field.name, placed.index)}
        type="checkbox"
        aria-label={spokenLabel(placed.field, text)}
        required={placed.field.required}
        checked={value.includes(option)}
        onFocus={() => dispatch({ type: 'enter', name: placed.field.name })}
        onChange={(event) =>
          dispatch({
            type: 'fill',
            name: placed.field.name,
            value: event.currentTarget.checked ? [option] : [],
          })
        }
      />
    </label>
  );
}

function SheetChip(props: FieldWidgetProps) {
  const text = useText();
  const { placed, scale, value, dispatch } = props;
  const { field, widget, index } = placed;
  const isRadio = field.type === 'radioButton';
  const shown = isBlank(value) ? text('empty') : describeValue(field, value);
  return (
    <button
      type="button"
      id={widgetElementId(field.name, index)}
      class={widgetClass(props, 'chip', isRadio ? 'chip-radio' : 'chip-text')}
      style={{
        ...placeOnPage(widget, scale),
        fontSize: toPixels(fieldTextSize(widget.height, field.multiline, scale)),
      }}
      aria-label={`${spokenLabel(field, text)}: ${shown}`}
      aria-haspopup="dialog"
      onClick={() => dispatch({ type: 'open', dialog: { kind: 'field', name: field.name } })}
    >
      {isRadio ? (
        value.includes(optionOf(placed.widget)) && '●'
      ) : (
        // The touch area is larger than the button.
        <span class={`chip-value ${field.multiline ? 'is-multiline' : ''}`}>
          {describeValue(field, value)}
        </span>
      )}
    </button>
  );
}

interface PageFieldsProps {
  readonly view: SigningView;
  /** It is null while a picture is shown in its place. */
  readonly pdf: OpenedPdf | null;
  readonly page: number;
  /** The scale is in CSS pixels per point. */
  readonly scale: number;
  readonly layers: PageLayers;
}

/** Returns null until the values are loaded. */
function useFileValues(pdf: OpenedPdf | null): ReadonlyMap<string, string> | null {
  const [values, setValues] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    pdf?.readFieldValues().then(setValues, () => setValues(new Map()));
  }, [pdf]);
  return values;
}

function findCheck({ checks }: SigningView, name: string): CheckView | undefined {
  return checks.find(({ field }) => field === name);
}

/** An optional check that is not offered leaves its field empty. */
function isTrigger(view: SigningView, name: string): boolean {
  return view.openTriggers.includes(name) || findCheck(view, name)?.isOffered === true;
}

interface OtherFieldProps {
  readonly placed: PlacedWidget<OwnedField>;
  readonly scale: number;
}

/** Points: no name fits into a check box. */
const MIN_NAMED_WIDTH = 30;

/** Another person fills it in: it is grey, and has that name. Screen readers hear it once for each field. */
function OtherField({ placed: { field, widget, index }, scale }: OtherFieldProps) {
  const text = useText();
  const name = toVisibleLine(field.owner?.fullName ?? '') || text('anotherPerson');
  return (
    <div
      class="other-field"
      style={{
        ...placeOnPage(widget, scale),
        fontSize: toPixels(fieldTextSize(Math.min(widget.height, 16), false, scale)),
      }}
      title={text('fieldOf', { name })}
    >
      {index === 0 && (
        <span class="visually-hidden">
          {labelOf(field)}: {text('fieldOf', { name })}
        </span>
      )}
      {widget.width >= MIN_NAMED_WIDTH && <span aria-hidden="true">{name}</span>}
    </div>
  );
}

/** Shows inputs, or buttons that open a sheet. */
export function PageFields({ view, pdf, page, scale, layers }: PageFieldsProps) {
  const hasCoarsePointer = useMediaQuery('(pointer: coarse)');
  const fileValues = useFileValues(pdf);
  const Widget = needsFieldSheet(scale, hasCoarsePointer) ? FieldChip : FieldInput;
  const { state, dispatch } = layers;

  return (
    <div class="page-fields">
      {widgetsOnPage(view.fields, page).map((placed) => {
        const key = `${placed.field.name}-${placed.index}`;
        if (isOfOther(placed.field, view) && isBlank(placed.field.value))
          return <OtherField key={key} placed={placed} scale={scale} />;
        if (!isFillable(placed.field)) {
          if (fileValues === null) return null;
          return isTrigger(view, placed.field.name) ? (
            <LazyPart key={key} content={OPEN_TRIGGER}>
              {(OpenTrigger) => (
                <OpenTrigger
                  placed={placed}
                  scale={scale}
                  senderName={view.senderName}
                  check={findCheck(view, placed.field.name)}
                  dispatch={dispatch}
                />
              )}
            </LazyPart>
          ) : (
            <ContentValue
              key={key}
              placed={placed}
              scale={scale}
              fileValue={fileValues.get(placed.field.name) ?? ''}
              isFilledAtSigning={isFilledAtSigning(placed.field, view)}
            />
          );
        }
        const value = currentValue(placed.field, state.values);
        const problem = findProblem(placed.field, value);
        return (
          <Widget
            key={key}
            placed={placed}
            scale={scale}
            value={value}
            offer={offerFor(view.offers, placed.field)}
            problem={state.visited.has(placed.field.name) ? problem : null}
            isOpen={problem !== null}
            isCurrent={state.current === placed.field.name}
            dispatch={dispatch}
          />
        );
      })}
    </div>
  );
}
