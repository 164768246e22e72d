import type { PageText } from '@countersign/i18n';
import type { FormField } from '@countersign/signing';
import type { CSSProperties, TargetedInputEvent } from 'preact';
import { fieldTextSize, placeOnPage, toPixels } from '../../document/page-scale.ts';
import { labelOf, labelOfOption, optionOf } from '../../document/reading-order.ts';
import { widgetElementId } from '../document-view.tsx';
import { useText } from '../parts.tsx';
import { dayInput, type FieldProblem, inputHints, inputLimit } from './field-values.ts';
import { type FieldWidgetProps, widgetClass } from './field-widget.tsx';

/** Screen readers say this label, together with `required`. */
export function spokenLabel(field: FormField, text: PageText): string {
  return field.required ? `${labelOf(field)} (${text('required')})` : labelOf(field);
}

export function problemMessage(field: FormField, problem: FieldProblem, text: PageText): string {
  return text(`problem_${problem}`, { limit: field.maxLength ?? 0 });
}

/** The input is native, over its widget. */
export function FieldInput(props: FieldWidgetProps) {
  const text = useText();
  const { field, widget, index } = props.placed;
  const id = widgetElementId(field.name, index);
  const isWrong = props.problem !== null && index === 0;
  const shared = {
    id,
    name: field.name,
    'aria-label': ariaLabel(props, spokenLabel(field, text)),
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? `${id}-problem` : undefined,
    onFocus: () => props.dispatch({ type: 'enter', name: field.name }),
    onBlur: () => props.dispatch({ type: 'leave', name: field.name }),
  };
  return (
    <div class={widgetClass(props, `widget-${kindOf(field)}`)} style={styleOf(props)}>
      <NativeControl {...props} shared={shared} />
      {isWrong && props.problem !== null && (
        <span
          class="widget-problem"
          id={`${id}-problem`}
          style={{ top: toPixels(widget.height * props.scale) }}
        >
          {problemMessage(field, props.problem, text)}
        </span>
      )}
    </div>
  );
}

interface SharedProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-label': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

function kindOf(field: FormField): string {
  return field.type === 'textField' && field.multiline ? 'multiline' : field.type;
}

function ariaLabel({ placed }: FieldWidgetProps, label: string): string {
  if (placed.field.type !== 'radioButton') return label;
  const value = optionOf(placed.widget);
  return `${label}: ${labelOfOption(placed.field, value)}`;
}

function styleOf({ placed: { field, widget }, scale }: FieldWidgetProps): CSSProperties {
  const size = fieldTextSize(widget.height, field.multiline || field.type === 'listbox', scale);
  return { ...placeOnPage(widget, scale), fontSize: toPixels(size) };
}

function NativeControl(props: FieldWidgetProps & { readonly shared: SharedProps }) {
  switch (props.placed.field.type) {
    case 'textField':
      return <TextControl {...props} />;
    case 'checkbox':
    case 'radioButton':
      return <MarkControl {...props} />;
    case 'combobox':
    case 'listbox':
      return <ChoiceControl {...props} />;
  }
}

function TextControl({
  placed,
  value,
  offer,
  dispatch,
  shared,
}: FieldWidgetProps & { readonly shared: SharedProps }) {
  const { field } = placed;
  const limit = inputLimit(field);
  const days = dayInput(field, value);
  if (days !== null)
    return (
      <input
        {...shared}
        type="date"
        required={field.required}
        value={days.day}
        onInput={(event) =>
          dispatch({ type: 'fill', name: field.name, value: days.write(event.currentTarget.value) })
        }
      />
    );
  const common = {
    ...shared,
    ...limit,
    required: field.required,
    value: value[0] ?? '',
    onInput: (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      dispatch({ type: 'fill', name: field.name, value: [event.currentTarget.value] }),
  };
  const hints = inputHints(field);
  if (field.password) return <input {...common} {...hints} type="password" />;
  if (field.multiline) return <textarea {...common} />;
  if (offer === null) return <input {...common} {...hints} type="text" />;
  const listId = `${shared.id}-offer`;
  return (
    <>
      <input {...common} {...hints} type="text" list={listId} />
      <datalist id={listId}>
        <option value={offer} />
      </datalist>
    </>
  );
}

function MarkControl(props: FieldWidgetProps & { readonly shared: SharedProps }) {
  const { placed, value, dispatch, shared } = props;
  const { field } = placed;
  const option = optionOf(placed.widget);
  return (
    <input
      {...shared}
      type={field.type === 'checkbox' ? 'checkbox' : 'radio'}
      required={field.required}
      checked={value.includes(option)}
      onChange={(event) =>
        dispatch({ type: 'fill', name: field.name, value: event.currentTarget.checked ? [option] : [] })
      }
    />
  );
}

function ChoiceControl({
  placed,
  value,
  dispatch,
  shared,
}: FieldWidgetProps & { readonly shared: SharedProps }) {
  const { field } = placed;
  return (
    <select
      {...shared}
      required={field.required}
      multiple={field.type === 'listbox'}
      onChange={(event) =>
        dispatch({ type: 'fill', name: field.name, value: chosen(event.currentTarget, field.multiSelect) })
      }
    >
      {field.type === 'combobox' && <option value="" selected={value.length === 0} />}
      {field.options.map((option) => (
        <option key={option.value} value={option.value} selected={value.includes(option.value)}>
          {labelOfOption(field, option.value)}
        </option>
      ))}
    </select>
  );
}

/** Only the last click on a single choice counts. */
function chosen(select: HTMLSelectElement, isMultiple: boolean): string[] {
  const values = Array.from(select.selectedOptions, (option) => option.value).filter((value) => value !== '');
  return isMultiple ? values : values.slice(-1);
}
