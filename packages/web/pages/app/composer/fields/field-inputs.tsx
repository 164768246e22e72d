import { toVisibleLine } from '@countersign/base/text';
import type { FormField } from '@countersign/signing';
import type { TargetedInputEvent } from 'preact';
import { fieldTextSize, needsFieldSheet, placeOnPage, toPixels } from '../../../document/page-scale.ts';
import { labelOf, labelOfOption, optionOf } from '../../../document/reading-order.ts';
import { useMediaQuery } from '../../../parts/hooks.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useComposerContext } from '../use-composer.ts';
import { currentValue, enterValue, fieldChipId, isPrefillable, useFieldProblem } from './field-sheet.tsx';

interface FieldInputsProps {
  readonly page: number;
  /** CSS pixels per point. */
  readonly scale: number;
  /** The inputs are in the sheet. */
  readonly openField: FormField | null;
  /** Opens its sheet. */
  readonly onField: (field: FormField) => void;
}

/** The inputs prefill the form. */
export function FieldInputs({ page, scale, openField, onField }: FieldInputsProps) {
  const hasCoarsePointer = useMediaQuery('(pointer: coarse)');
  const needsSheet = needsFieldSheet(scale, hasCoarsePointer);
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
        <WidgetInput
          key={`${one.field.name}-${one.index}`}
          {...one}
          scale={scale}
          isOpen={one.field === openField}
          onOpen={needsSheet ? () => onField(one.field) : null}
        />
      ))}
    </div>
  );
}

interface WidgetInputProps {
  readonly field: FormField;
  readonly widget: FormField['widgets'][number];
  readonly index: number;
  readonly scale: number;
  readonly isOpen: boolean;
  /** Null: it is filled in on the page. */
  readonly onOpen: (() => void) | null;
}

function WidgetInput({ field, widget, index, scale, isOpen, onOpen }: WidgetInputProps) {
  const text = useComposerText();
  const problem = useFieldProblem(field);
  const problemId = `field-problem-${encodeURIComponent(field.name)}`;
  const isFirst = index === 0 && problem !== undefined;
  const size = fieldTextSize(widget.height, field.multiline || field.type === 'listbox', scale);
  return (
    <div
      class={`composer-field composer-field-${field.type}${problem === undefined ? '' : ' is-wrong'}${isOpen ? ' is-open' : ''}`}
      style={{ ...placeOnPage(widget, scale), fontSize: toPixels(size) }}
    >
      {onOpen === null ? (
        <Control
          field={field}
          option={optionOf(widget)}
          label={text('prefill', { name: nameOfWidget(field, optionOf(widget)) })}
          describedBy={isFirst ? problemId : undefined}
        />
      ) : (
        <FieldChip
          id={fieldChipId(field.name, index)}
          field={field}
          option={optionOf(widget)}
          describedBy={isFirst ? problemId : undefined}
          onOpen={onOpen}
        />
      )}
      {isFirst && (
        <span class="composer-field-problem" id={problemId} style={{ top: toPixels(widget.height * scale) }}>
          {problem.message}
        </span>
      )}
    </div>
  );
}

/** Every radio button of a field had the name of the field. */
function nameOfWidget(field: FormField, option: string): string {
  return field.type === 'radioButton' ? `${labelOf(field)}: ${labelOfOption(field, option)}` : labelOf(field);
}

interface FieldChipProps {
  readonly id: string;
  readonly field: FormField;
  readonly option: string;
  readonly describedBy: string | undefined;
  readonly onOpen: () => void;
}

function FieldChip({ id, field, option, describedBy, onOpen }: FieldChipProps) {
  const text = useComposerText();
  const { draft } = useComposerContext();
  const value = currentValue(field, draft.fields);
  const shown = value.map((one) => toVisibleLine(labelOfOption(field, one)));
  const isMark = field.type === 'checkbox' || field.type === 'radioButton';
  const label = text('prefill', { name: labelOf(field) });
  return (
    <button
      type="button"
      id={id}
      class="composer-field-chip"
      aria-label={[label, ...shown].join(': ')}
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onClick={onOpen}
    >
      {isMark ? value.includes(option) && '✓' : <span>{shown.join(', ')}</span>}
    </button>
  );
}

interface ControlProps {
  readonly field: FormField;
  readonly option: string;
  readonly label: string;
  readonly describedBy: string | undefined;
}

function Control({ field, option, label, describedBy }: ControlProps) {
  const { draft, change, endChange } = useComposerContext();
  const value = currentValue(field, draft.fields);
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
