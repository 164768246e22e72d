import { toVisibleLine } from '@countersign/identity/text';
import type { FormField } from '@countersign/signing';
import type { TargetedInputEvent } from 'preact';
import { fieldTextSize, placeOnPage, toPixels } from '../../../document/page-scale.ts';
import { useComposerContext } from '../composer-context.ts';
import { useComposerText } from '../text.ts';
import { currentValue, enterValue, isPrefillable, optionOf } from './field-values.ts';

interface FieldInputsProps {
  readonly page: number;
  /** CSS pixels per point. */
  readonly scale: number;
}

/** To prefill the form. */
export function FieldInputs({ page, scale }: FieldInputsProps) {
  const { fields } = useComposerContext();
  const widgets = fields.flatMap((field) =>
    isPrefillable(field)
      ? field.widgets.flatMap((widget, index) => (widget.page === page ? [{ field, widget, index }] : []))
      : [],
  );
  if (widgets.length === 0) return null;
  return (
    <div class="composer-fields">
      {widgets.map((one) => (
        <WidgetInput key={`${one.field.name}-${one.index}`} {...one} scale={scale} />
      ))}
    </div>
  );
}

interface WidgetInputProps {
  readonly field: FormField;
  readonly widget: FormField['widgets'][number];
  readonly index: number;
  readonly scale: number;
}

function WidgetInput({ field, widget, index, scale }: WidgetInputProps) {
  const text = useComposerText();
  const { serverProblems } = useComposerContext();
  const problem = serverProblems.find(({ place }) => place.kind === 'field' && place.name === field.name);
  const problemId = `field-problem-${encodeURIComponent(field.name)}`;
  const isFirst = index === 0 && problem !== undefined;
  const size = fieldTextSize(widget.height, field.multiline || field.type === 'listbox', scale);
  return (
    <div
      class={`composer-field composer-field-${field.type}${problem === undefined ? '' : ' is-wrong'}`}
      style={{ ...placeOnPage(widget, scale), fontSize: toPixels(size) }}
    >
      <Control
        field={field}
        option={optionOf(field, widget, index)}
        label={text('prefill', { name: toVisibleLine(field.label) || toVisibleLine(field.name) })}
        describedBy={isFirst ? problemId : undefined}
      />
      {isFirst && (
        <span class="composer-field-problem" id={problemId} style={{ top: toPixels(widget.height * scale) }}>
          {problem.message}
        </span>
      )}
    </div>
  );
}

interface ControlProps {
  readonly field: FormField;
  readonly option: string;
  readonly label: string;
  readonly describedBy: string | undefined;
}

function Control({ field, option, label, describedBy }: ControlProps) {
  const { composition, change, endChange } = useComposerContext();
  const value = currentValue(field, composition.fields);
  const enter = (entered: readonly string[]) =>
    change((before) => enterValue(before, field, entered), `field:${field.name}`);
  const shared = {
    name: field.name,
    'aria-label': label,
    'aria-invalid': describedBy !== undefined,
    'aria-describedby': describedBy,
    onBlur: endChange,
  };
  const onInput = (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    enter([event.currentTarget.value]);
  switch (field.type) {
    case 'textField':
      return field.multiline ? (
        <textarea {...shared} value={value[0] ?? ''} onInput={onInput} />
      ) : (
        <input {...shared} type="text" autocomplete="off" value={value[0] ?? ''} onInput={onInput} />
      );
    case 'checkbox':
    case 'radioButton':
      return (
        <input
          {...shared}
          type={field.type === 'checkbox' ? 'checkbox' : 'radio'}
          checked={value.includes(option)}
          onChange={(event) => enter(event.currentTarget.checked ? [option] : [])}
        />
      );
    case 'combobox':
    case 'listbox':
      return (
        <select
          {...shared}
          multiple={field.type === 'listbox'}
          onChange={(event) => {
            const chosen = Array.from(event.currentTarget.selectedOptions, (one) => one.value);
            enter(field.multiSelect ? chosen : chosen.slice(-1));
          }}
        >
          {field.type === 'combobox' && <option value="" selected={value.length === 0} />}
          {field.options.map((one) => (
            <option key={one.value} value={one.value} selected={value.includes(one.value)}>
              {toVisibleLine(one.label)}
            </option>
          ))}
        </select>
      );
  }
}
