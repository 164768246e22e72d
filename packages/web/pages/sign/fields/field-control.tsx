import type { FormField } from '@countersign/signing';
import type { TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';
import { onEnterKey } from '../parts/on-enter-key.ts';
import { useText } from '../text/text-context.ts';
import { labelOf } from './field-label.ts';
import { inputHints } from './field-problems.ts';
import { labelOfOption } from './field-values.ts';

interface FieldControlProps {
  readonly field: FormField;
  readonly value: readonly string[];
  readonly problem: string | null;
  readonly onFill: (value: readonly string[]) => void;
  /** Enter was pressed in a line of text. */
  readonly onEnter: () => void;
}

/** The full-sized control for a field, with what is wrong below it. */
export function FieldControl(props: FieldControlProps) {
  const problemId = useId();
  const text = useText();
  const { field, problem } = props;
  const described = { describedBy: problem === null ? undefined : problemId };
  return (
    <div class="field-control">
      {field.required && <span class="field-required">{text('required')}</span>}
      {field.type === 'textField' && <TextEntry {...props} {...described} />}
      {field.type === 'combobox' && <ChoiceEntry {...props} {...described} />}
      {(field.type === 'radioButton' || field.type === 'listbox' || field.type === 'checkbox') && (
        <MarkEntries {...props} {...described} />
      )}
      {field.maxLength !== null && <CharactersLeft field={field} value={props.value} />}
      {problem !== null && (
        <p class="field-problem" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}

type EntryProps = FieldControlProps & { readonly describedBy: string | undefined };

function TextEntry({ field, value, problem, describedBy, onFill, onEnter }: EntryProps) {
  const limit = field.maxLength === null ? {} : { maxLength: field.maxLength };
  const common = {
    ...limit,
    autofocus: true,
    class: 'text-input',
    'aria-label': labelOf(field),
    'aria-invalid': problem !== null,
    'aria-describedby': describedBy,
    required: field.required,
    value: value[0] ?? '',
    onInput: (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onFill([event.currentTarget.value]),
  };
  if (field.multiline && !field.password) return <textarea {...common} rows={4} />;
  const line = {
    ...common,
    ...inputHints(field),
    enterkeyhint: 'next',
    onKeyDown: onEnterKey(onEnter),
  } as const;
  return field.password ? <input {...line} type="password" /> : <input {...line} type="text" />;
}

function ChoiceEntry({ field, value, problem, describedBy, onFill }: EntryProps) {
  const text = useText();
  return (
    <select
      class="text-input"
      autofocus
      aria-label={labelOf(field)}
      aria-invalid={problem !== null}
      aria-describedby={describedBy}
      onChange={(event) => onFill(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
    >
      <option value="" selected={value.length === 0}>
        {text('choose')}
      </option>
      {field.options.map((option) => (
        <option key={option.value} value={option.value} selected={value.includes(option.value)}>
          {labelOfOption(field, option.value)}
        </option>
      ))}
    </select>
  );
}

function MarkEntries({ field, value, describedBy, onFill }: EntryProps) {
  const text = useText();
  const isMultiple = field.multiSelect;
  const toggle = (option: string, isChosen: boolean): void => {
    const others = isMultiple ? value.filter((part) => part !== option) : [];
    onFill(isChosen ? [...others, option] : others);
  };
  return (
    <fieldset class="mark-list" aria-describedby={describedBy}>
      <legend class="visually-hidden">{labelOf(field)}</legend>
      {field.options.map((option, index) => (
        <label key={option.value} class="mark-row">
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={`sheet-${field.name}`}
            autofocus={index === 0}
            checked={value.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
          <span>{labelOfOption(field, option.value)}</span>
        </label>
      ))}
      {!field.required && value.length > 0 && (
        <button type="button" class="link-button" onClick={() => onFill([])}>
          {text('clearChoice')}
        </button>
      )}
    </fieldset>
  );
}

function CharactersLeft({ field, value }: { readonly field: FormField; readonly value: readonly string[] }) {
  const text = useText();
  const left = (field.maxLength ?? 0) - (value[0] ?? '').length;
  return <p class="field-hint">{text('charactersLeft', { count: Math.max(left, 0) })}</p>;
}
