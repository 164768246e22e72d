import type { FormField } from '@countersign/signing';
import type { TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';
import { fieldTextSize, placeOnPage, toPixels } from '../../document/page-scale.ts';
import { labelOf, labelOfOption, optionOf } from '../../document/reading-order.ts';
import { onEnterKey } from '../../parts/hooks.ts';
import type { PlacedWidget } from '../document-view.tsx';
import type { Dispatch } from '../finish/signing-state.ts';
import { useText } from '../parts.tsx';
import {
  countCharacters,
  describeValue,
  type FieldProblem,
  inputHints,
  inputLimit,
  isBlank,
  isFilledAtSigning,
} from './field-values.ts';

/** The frame of a field has this width. */
const FRAME_POINTS = 1;

interface ContentValueProps {
  readonly placed: PlacedWidget;
  readonly scale: number;
  /** The page already shows this value. */
  readonly fileValue: string;
}

function isMark({ field }: PlacedWidget): boolean {
  return field.type === 'checkbox' || field.type === 'radioButton';
}

function textToShow(placed: PlacedWidget): string {
  const { field, widget } = placed;
  if (!isMark(placed)) return describeValue(field, field.value);
  return field.value.includes(optionOf(widget)) ? '✕' : '';
}

/** Renders the value only if another signee filled it after the file was prepared. */
export function ContentValue({ placed, scale, fileValue }: ContentValueProps) {
  const { field, widget } = placed;
  const isInPicture = field.value.length === 0 || field.value.join('\n') === fileValue;
  const text = useText();
  const value = describeValue(field, field.value);
  const isDate = isFilledAtSigning(field) && value !== '';
  const spoken = `${labelOf(field)}: ${isDate ? text('filledAtSigning', { value }) : value}`;
  if (isInPicture) return placed.index === 0 ? <p class="visually-hidden">{spoken}</p> : null;
  return (
    <div
      class={`widget-content ${field.multiline ? 'is-multiline' : ''}`}
      style={{
        ...placeOnPage(widget, scale),
        borderWidth: toPixels(Math.max(FRAME_POINTS * scale, 1)),
        fontSize: toPixels(fieldTextSize(widget.height, field.multiline, scale)),
      }}
      title={isDate ? text('filledAtSigning', { value }) : undefined}
    >
      <span class="visually-hidden">{labelOf(field)}: </span>
      {textToShow(placed)}
    </div>
  );
}

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

export interface FieldWidgetProps {
  readonly placed: PlacedWidget;
  /** The scale is in CSS pixels per point. */
  readonly scale: number;
  readonly value: readonly string[];
  /** The value is a suggestion. */
  readonly offer: string | null;
  /** The problem is null before the first visit. */
  readonly problem: FieldProblem | null;
  /** Is true if the field prevents signing. */
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly dispatch: Dispatch;
}

export function widgetClass(props: FieldWidgetProps, ...more: readonly string[]): string {
  const states = [
    props.placed.field.required && 'is-required',
    props.isOpen && 'is-open',
    props.problem !== null && 'is-wrong',
    props.isCurrent && 'is-current',
  ];
  return ['widget', ...more, ...states.filter((name) => name !== false)].join(' ');
}
