import type { FormField } from '@countersign/signing';
import type { TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';
import { labelOf, labelOfOption } from '../../document/reading-order.ts';
import { onEnterKey } from '../../parts/hooks.ts';
import { useText } from '../parts.tsx';
import { countCharacters, dayInput, inputHints, inputLimit, isBlank } from './field-values.ts';

interface FieldControlProps {
  readonly field: FormField;
  readonly value: readonly string[];
  /** The value is a suggestion. */
  readonly offer: string | null;
  readonly problem: string | null;
  readonly onFill: (value: readonly string[]) => void;
  /** Is called by the Enter key in a single-line input. */
  readonly onEnter: () => void;
}

/** Shows the input with its problem. */
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
      <Offer {...props} />
      {field.maxLength !== null && <CharactersLeft field={field} value={props.value} />}
      <p class="field-problem" id={problemId} role="alert">
        {problem}
      </p>
    </div>
  );
}

type EntryProps = FieldControlProps & { readonly describedBy: string | undefined };

function TextEntry({ field, value, problem, describedBy, onFill, onEnter }: EntryProps) {
  const limit = inputLimit(field);
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
  const days = dayInput(field, value);
  if (days !== null)
    return (
      <input
        {...common}
        type="date"
        value={days.day}
        maxLength={undefined}
        onInput={(event) => onFill(days.write(event.currentTarget.value))}
      />
    );
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

function Offer({ value, offer, onFill }: FieldControlProps) {
  const text = useText();
  if (offer === null || !isBlank(value)) return null;
  return (
    <button type="button" class="link-button" onClick={() => onFill([offer])}>
      {text('useOffer', { value: offer })}
    </button>
  );
}

function MarkEntries({ field, value, describedBy, onFill }: EntryProps) {
  const text = useText();
  const { options } = field;
  // A check box with several states is a choice of one.
  const isSingleBox = field.type === 'checkbox' && options.length === 1;
  const isMultiple = field.multiSelect || isSingleBox;
  const toggle = (option: string, isChosen: boolean): void => {
    const others = isMultiple ? value.filter((part) => part !== option) : [];
    onFill(isChosen ? [...others, option] : others);
  };
  return (
    <fieldset class="mark-list" aria-describedby={describedBy}>
      <legend class="visually-hidden">{labelOf(field)}</legend>
      {options.map((option, index) => (
        <label key={option.value} class="mark-row">
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={`sheet-${field.name}`}
            autofocus={index === 0}
            checked={value.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
          <span>{isSingleBox ? labelOf(field) : labelOfOption(field, option.value)}</span>
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
  const left = (field.maxLength ?? 0) - countCharacters(value[0] ?? '');
  return <p class="field-hint">{text('charactersLeft', { count: Math.max(left, 0) })}</p>;
}
