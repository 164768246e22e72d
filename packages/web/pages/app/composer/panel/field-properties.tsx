import { DAY_FORMATS, type DayFormat, EXAMPLE_DAY, formatDay, parseDay } from '@countersign/forms/attributes';
import { Button, Icon, type IconPath } from '../../../parts/controls.tsx';
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { changeDayFormat, enterNewValue } from '../marks/file-values.ts';
import { baseOf, FIELD_KINDS, fieldKindsFor, isBoxKind, kindOf } from '../marks/kinds.ts';
import type { FieldMark } from '../marks/mark.ts';
import {
  changeKind,
  changeMark,
  isInReadingOrder,
  moveInOrder,
  relabel,
  sortInReadingOrder,
} from '../marks/marks.ts';
import { takenNames } from '../pages/drag.ts';
import { Buttons, Options, useField } from './choice-properties.tsx';

interface FieldPropertiesProps {
  readonly mark: FieldMark;
}

/** Points; the first one is what readers choose by the height of the field. */
const FONT_SIZES = [0, 8, 9, 10, 11, 12, 14, 18] as const;
/** The limit of the service. */
const MAX_LABEL_LENGTH = 100;

/** What a new field is, asks for and looks like. */
export function FieldProperties({ mark }: FieldPropertiesProps) {
  const text = useComposerText();
  const { edit, change, endChange, draft, fields, serverProblems } = useField(mark);
  const kind = kindOf(mark);
  const base = isBoxKind(kind) ? text('kind_text') : text(`kind_${kind}`);
  const taken = takenNames({ draft, fields }, mark.name);
  const found = serverProblems.find(
    ({ place }) =>
      place.kind === 'mark' && place.id.startsWith(`${mark.id}/`) && ['name', 'label'].includes(place.member),
  );
  const hasText = mark.type === 'textField' || mark.type === 'combobox' || mark.type === 'listbox';
  return (
    <>
      <TextField
        label={text('fieldLabel')}
        hint={text('fieldLabelHint')}
        value={mark.label === '' ? baseOf(mark.name) : mark.label}
        maxLength={MAX_LABEL_LENGTH}
        problem={found?.message}
        autocomplete="off"
        onValue={(label) =>
          change((before) => relabel(before, mark.id, label, base, taken), `${mark.id}/label`)
        }
        onBlur={endChange}
      />
      <CheckField
        label={text('required')}
        isChecked={mark.isRequired}
        onChange={(isRequired) => edit({ isRequired }, 'required')}
      />
      <KindField mark={mark} taken={taken} />
      {(mark.type === 'combobox' || mark.type === 'listbox') && <Options mark={mark} />}
      {mark.type === 'radioButton' && <Buttons mark={mark} />}
      <Value mark={mark} />
      {(kind === 'date' || kind === 'day') && <DayFormatField mark={mark} />}
      {hasText && <TextSettings mark={mark} />}
      <TabOrder mark={mark} />
    </>
  );
}

function KindField({ mark, taken }: FieldPropertiesProps & { readonly taken: ReadonlySet<string> }) {
  const text = useComposerText();
  const { change, capabilities } = useField(mark);
  const current = kindOf(mark);
  if (isBoxKind(current)) return null;
  const kinds = fieldKindsFor(capabilities, current);
  return (
    <SelectField
      label={text('content')}
      value={current}
      choices={kinds.map((value) => ({ value, label: text(`kind_${value}`) }))}
      onValue={(value) => {
        const kind = kinds.find((one) => one === value);
        if (kind === undefined || kind === current) return;
        const base = mark.label.trim() === '' ? text(`kind_${kind}`) : mark.label;
        const options = [1, 2].map((number) => text('optionNumber', { number }));
        change((before) =>
          changeMark(before, mark.id, (one) =>
            one.kind === 'field' ? changeKind(one, kind, { base, options, taken }) : one,
          ),
        );
      }}
    />
  );
}

/** Dates, names and what a check finds are filled in by the service. */
function Value({ mark }: FieldPropertiesProps) {
  const text = useComposerText();
  const { draft, change, endChange } = useField(mark);
  const kind = kindOf(mark);
  const isOpen = !isBoxKind(kind) && FIELD_KINDS[kind].capability === null && kind !== 'date';
  const entered = [draft.fields[mark.name] ?? ''].flat()[0] ?? '';
  const enter = (value: string) =>
    change((before) => enterNewValue(before, mark.name, value), `field:${mark.name}`);
  if (!isOpen) return null;
  const { dateFormat } = mark;
  if (dateFormat !== null)
    return <DayField dateFormat={dateFormat} value={entered} onValue={enter} onBlur={endChange} />;
  if (mark.type === 'textField')
    return (
      <TextField
        label={text('fillInForThem')}
        value={entered}
        maxLength={mark.maxLength ?? undefined}
        autocomplete="off"
        onValue={enter}
        onBlur={endChange}
      />
    );
  const values =
    mark.type === 'radioButton'
      ? mark.places.map(({ value }) => ({ value, label: value }))
      : mark.options.map(({ label, value = label }) => ({ value, label }));
  if (mark.type === 'checkbox') return null;
  return (
    <SelectField
      label={text('fillInForThem')}
      value={entered}
      choices={[{ value: '', label: '' }, ...values.filter(({ label }) => label.trim() !== '')]}
      onValue={enter}
    />
  );
}

interface DayFieldProps {
  readonly dateFormat: DayFormat;
  /** It is written in that format. */
  readonly value: string;
  readonly problem?: string | undefined;
  readonly onValue: (value: string) => void;
  readonly onBlur?: () => void;
}

export function DayField({ dateFormat, value, onValue, ...rest }: DayFieldProps) {
  const text = useComposerText();
  return (
    <TextField
      {...rest}
      label={text('fillInForThem')}
      type="date"
      value={parseDay(value, dateFormat) ?? ''}
      onValue={(day) => onValue(day === '' ? '' : formatDay(day, dateFormat))}
    />
  );
}

function DayFormatField({ mark }: FieldPropertiesProps) {
  const text = useComposerText();
  const { change } = useField(mark);
  return (
    <SelectField
      label={text('dateFormat')}
      value={mark.dateFormat ?? DAY_FORMATS[0]}
      choices={DAY_FORMATS.map((value) => ({ value, label: formatDay(EXAMPLE_DAY, value) }))}
      onValue={(value) => {
        const dateFormat = DAY_FORMATS.find((one) => one === value);
        if (dateFormat !== undefined) change((before) => changeDayFormat(before, mark, dateFormat));
      }}
    />
  );
}

function TextSettings({ mark }: FieldPropertiesProps) {
  const text = useComposerText();
  const { edit, endChange } = useField(mark);
  return (
    <div class="composer-pair">
      <SelectField
        label={text('fontSize')}
        value={String(mark.fontSize ?? 0)}
        choices={[...new Set([...FONT_SIZES, mark.fontSize ?? 0])].map((size) => ({
          value: String(size),
          label: size === 0 ? text('fontSizeAuto') : text('points', { size }),
        }))}
        onValue={(size) => edit({ fontSize: size === '0' ? null : Number(size) }, 'fontSize')}
      />
      {mark.type === 'textField' && mark.dateFormat === null && (
        <TextField
          label={text('maxLength')}
          type="number"
          min={1}
          value={mark.maxLength === null ? '' : String(mark.maxLength)}
          onValue={(value) => {
            const length = Math.floor(Number(value));
            edit({ maxLength: value.trim() === '' || !(length >= 1) ? null : length }, 'maxLength');
          }}
          onBlur={endChange}
        />
      )}
    </div>
  );
}

/** The turn of the tab key among the fields of this person. */
function TabOrder({ mark }: FieldPropertiesProps) {
  const text = useComposerText();
  const { change, draft } = useField(mark);
  const own = draft.marks.filter((one) => one.kind === 'field' && one.owner === mark.owner);
  const at = own.findIndex(({ id }) => id === mark.id);
  if (own.length < 2) return null;
  const step = (by: 1 | -1, icon: IconPath, label: string, isPossible: boolean) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && change((before) => moveInOrder(before, mark.id, by))}
    >
      <Icon path={icon} />
    </button>
  );
  return (
    <div class="composer-tab-order">
      <span>{text('tabOrder', { number: at + 1, count: own.length })}</span>
      {step(-1, icons.up, text('tabEarlier'), at > 0)}
      {step(1, icons.down, text('tabLater'), at < own.length - 1)}
      {!isInReadingOrder(draft.marks) && (
        <Button kind="quiet" onClick={() => change(sortInReadingOrder)}>
          {text('tabReadingOrder')}
        </Button>
      )}
    </div>
  );
}
