import { optionOf } from '../../document/field-options.ts';
import { fieldTextSize, placeOnPage, toPixels } from '../../document/page-scale.ts';
import { widgetElementId } from '../document/page-layers.ts';
import { useText } from '../text/text-context.ts';
import { spokenLabel } from './field-label.ts';
import { describeValue, isBlank } from './field-values.ts';
import { type FieldWidgetProps, widgetClass } from './field-widget-props.ts';

/** On small screens: opens the sheet, or toggles a check box. */
export function FieldChip(props: FieldWidgetProps) {
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
