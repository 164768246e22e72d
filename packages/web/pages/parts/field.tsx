import type { ComponentChildren, TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  readonly label: string;
  readonly hint?: ComponentChildren | undefined;
  readonly problem?: string | undefined;
  /** Is true if screen readers say the problem when it appears. */
  readonly isProblemSaid?: boolean | undefined;
}

interface FieldProps extends Labelled {
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
  }) => ComponentChildren;
}

export function Field({ label, hint, problem, isProblemSaid = false, children }: FieldProps) {
  const id = useId();
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const describedBy = [hint === undefined ? '' : hintId, problem === undefined ? '' : problemId]
    .join(' ')
    .trim();
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint !== undefined && (
        <p class="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="field-problem" id={problemId} role={isProblemSaid ? 'alert' : undefined}>
          {problem}
        </p>
      )}
    </div>
  );
}

export interface InputOptions {
  readonly name?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'number' | 'date' | 'tel' | undefined;
  readonly autocomplete?: string | undefined;
  readonly autocapitalize?: 'none' | 'words' | undefined;
  readonly inputMode?: 'text' | 'numeric' | 'email' | undefined;
  readonly spellcheck?: boolean | undefined;
  readonly autofocus?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly step?: number | 'any' | undefined;
  readonly onBlur?: (() => void) | undefined;
}

/** Preact types each kind of input by itself. */
export function inputType(type: NonNullable<InputOptions['type']>): 'text' {
  return type as 'text';
}

interface TextFieldProps extends Labelled, InputOptions {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function TextField({ label, hint, problem, value, onValue, type = 'text', ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type={inputType(type)}
          class="text-input"
          value={value}
          onInput={(event: TargetedInputEvent<HTMLInputElement>) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends Labelled {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onValue: (value: string) => void;
}

export function SelectField({ label, hint, problem, value, choices, onValue }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select
          {...control}
          class="text-input"
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function CheckField({ label, isChecked, onChange }: CheckFieldProps) {
  return (
    <label class="mark-row">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
