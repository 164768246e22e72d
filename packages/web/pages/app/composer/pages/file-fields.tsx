import { toVisibleLine } from '@countersign/base/text';
import { formatDay, parseDay } from '@countersign/forms/attributes';
import type { FormField } from '@countersign/signing';
import type { TargetedInputEvent } from 'preact';
import { fieldTextSize, needsFieldSheet, placeOnPage, toPixels } from '../../../document/page-scale.ts';
import { labelOf, labelOfOption, optionOf } from '../../../document/reading-order.ts';
import { useMediaQuery } from '../../../parts/hooks.ts';
import { memo } from '../../../parts/memo.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import type { Draft } from '../draft.ts';
import { currentValue, enterValue, isPrefillable, problemOfField } from '../marks/file-values.ts';
import { fileFieldId } from '../marks/selection.ts';
import { toneOf } from '../problems.ts';
import { useComposerContext } from '../use-composer.ts';
import { usePageControls } from './page-controls.ts';

type Widget = FormField['widgets'][number];

/** The widgets of every page, so that a page does not look through all fields. */
export function widgetsByPage(fields: readonly FormField[]): ReadonlyMap<number, readonly PageWidget[]> {
  const pages = new Map<number, PageWidget[]>();
  for (const field of fields) {
    field.widgets.forEach((widget, at) => {
      const known = pages.get(widget.page);
      if (known === undefined) pages.set(widget.page, [{ field, widget, at }]);
      else known.push({ field, widget, at });
    });
  }
  return pages;
}

interface PageWidget {
  readonly field: FormField;
  readonly widget: Widget;
  readonly at: number;
}

interface FileFieldsProps {
  readonly widgets: readonly PageWidget[];
  /** CSS pixels per point. */
  readonly scale: number;
}

/** Fields of the file: they are filled in for the signee, and get an owner. */
export function FileFields({ widgets, scale }: FileFieldsProps) {
  const hasCoarsePointer = useMediaQuery('(pointer: coarse)');
  const { draft, selection, serverProblems } = useComposerContext();
  const isChip = needsFieldSheet(scale, hasCoarsePointer);
  // Where fingers have little room, what nobody fills in beforehand is reached from the sheet of another field.
  const shown = isChip ? widgets.filter(({ field }) => isPrefillable(field)) : widgets;
  const indexes = new Map(draft.signees.map(({ key }, index) => [key, index]));
  return (
    <div class="composer-fields">
      {shown.map(({ field, widget, at }) => (
        <WidgetView
          key={`${field.name}-${at}`}
          field={field}
          widget={widget}
          at={at}
          scale={scale}
          entered={draft.fields[field.name]}
          ownerIndex={indexes.get(draft.fieldOwners[field.name] ?? '') ?? -1}
          problem={at === 0 ? problemOfField(field, serverProblems) : undefined}
          isSelected={selection.active === fileFieldId(field.name)}
          isChip={isChip || !isPrefillable(field)}
        />
      ))}
    </div>
  );
}

interface WidgetViewProps extends PageWidget {
  readonly scale: number;
  readonly entered: Draft['fields'][string] | undefined;
  /** It is -1 for a field that is anybody's. */
  readonly ownerIndex: number;
  readonly problem: string | undefined;
  readonly isSelected: boolean;
  /** It is filled in beside the page, where there is no room for it on the page. */
  readonly isChip: boolean;
}

const WidgetView = memo(function WidgetView(props: WidgetViewProps) {
  const text = useComposerText();
  const { field, widget, at, scale, ownerIndex, problem, isSelected, isChip } = props;
  const problemId = `field-problem-${encodeURIComponent(field.name)}`;
  const size = fieldTextSize(widget.height, field.multiline || field.type === 'listbox', scale);
  const classes = [
    `composer-field composer-field-${field.type}`,
    ...(ownerIndex === -1 ? [] : [`is-owned tone-${toneOf(ownerIndex)}`]),
    ...(problem === undefined ? [] : ['is-wrong']),
    ...(isSelected ? ['is-open'] : []),
  ];
  const described = problem === undefined ? undefined : problemId;
  const label = text('prefill', { name: nameOfWidget(field, optionOf(widget)) });
  return (
    <div class={classes.join(' ')} style={{ ...placeOnPage(widget, scale), fontSize: toPixels(size) }}>
      {isChip ? (
        <FieldChip {...props} id={fieldChipId(field.name, at)} describedBy={described} />
      ) : (
        <Control {...props} label={label} describedBy={described} />
      )}
      {ownerIndex !== -1 && at === 0 && (
        <span class="composer-field-owner" aria-hidden="true">
          {ownerIndex + 1}
        </span>
      )}
      {problem !== undefined && (
        <span class="composer-field-problem" id={problemId} style={{ top: toPixels(widget.height * scale) }}>
          {problem}
        </span>
      )}
    </div>
  );
});

export function fieldChipId(name: string, index: number): string {
  return `composer-field-${index}-${encodeURIComponent(name)}`;
}

/** Every radio button of a field had the name of the field. */
function nameOfWidget(field: FormField, option: string): string {
  return field.type === 'radioButton' ? `${labelOf(field)}: ${labelOfOption(field, option)}` : labelOf(field);
}

interface PartProps extends WidgetViewProps {
  readonly describedBy: string | undefined;
}

function FieldChip({ id, field, widget, entered, describedBy }: PartProps & { readonly id: string }) {
  const text = useComposerText();
  const { setSelection } = usePageControls();
  const value = currentValue(field, entered);
  const shown = value.map((one) => toVisibleLine(labelOfOption(field, one)));
  const isMark = field.type === 'checkbox' || field.type === 'radioButton';
  const label = text(isPrefillable(field) ? 'prefill' : 'fieldOfFile', { name: labelOf(field) });
  return (
    <button
      type="button"
      id={id}
      class="composer-field-chip"
      aria-label={[label, ...shown].join(': ')}
      aria-describedby={describedBy}
      onClick={() => setSelection({ active: fileFieldId(field.name), marked: [] })}
    >
      {isMark ? value.includes(optionOf(widget)) && '✓' : <span>{shown.join(', ')}</span>}
    </button>
  );
}

/** The focus selects the field, so that its owner is beside the page. */
function Control({ field, widget, entered, label, describedBy }: PartProps & { readonly label: string }) {
  const { change, endChange, setSelection } = usePageControls();
  const value = currentValue(field, entered);
  const option = optionOf(widget);
  const { dateFormat } = field;
  const enter = (next: readonly string[]) =>
    change((before) => enterValue(before, field, next), `field:${field.name}`);
  const shared = {
    name: field.name,
    'aria-label': label,
    'aria-invalid': describedBy !== undefined,
    'aria-describedby': describedBy,
    onFocus: () => setSelection({ active: fileFieldId(field.name), marked: [] }),
    onBlur: endChange,
  };
  const onInput = (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    enter([event.currentTarget.value]);
  switch (field.type) {
    case 'textField':
      if (dateFormat !== undefined)
        return (
          <input
            {...shared}
            type="date"
            value={parseDay(value[0] ?? '', dateFormat) ?? ''}
            onInput={({ currentTarget: { value: day } }) =>
              enter([day === '' ? '' : formatDay(day, dateFormat)])
            }
          />
        );
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
