import type { FormField } from '@countersign/forms';
import { printEachFile } from './files.ts';
import { type CommandRun, formatTable, printable } from './output.ts';

export const runFields: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const fields = await call.toolkit.readFields({ input, everyPage: call.values['every-page'] === true });
    return { json: { file, fields }, text: describeFields(file, fields) };
  });

/** The longest attribute has 41 with its index. */
const NAME_WIDTH = 60;
const VALUE_WIDTH = 40;

const HEADER = ['  name', 'type', 'page', 'x', 'y', 'size', 'marks', 'value'];

export function describeFields(file: string, fields: readonly FormField[]): string {
  if (fields.length === 0) return `${file}: no form fields`;
  const warnings = fields.flatMap(({ name, warnings }) =>
    warnings.map(({ code, message }) => `  ! ${printable(name) || '(no name)'}: ${code}: ${message}`),
  );
  const lines = [`${file}: ${fields.length} form fields`, formatTable([HEADER, ...fields.map(toRow)])];
  return [...lines, ...warnings, `  ${summarise(fields)}`].join('\n');
}

function toRow(field: FormField): string[] {
  const { boundingBox: box } = field;
  const place = box
    ? [box.page, box.x.toFixed(1), box.y.toFixed(1), `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`]
    : ['-', '-', '-', '-'];
  const name = shorten(field.name, NAME_WIDTH) || '(no name)';
  return [
    `  ${name}`,
    field.type,
    ...place.map(String),
    marksOf(field),
    shorten(shownValue(field), VALUE_WIDTH),
  ];
}

function marksOf({
  required,
  readOnly,
  editable,
  multiline,
  multiSelect,
  password,
  maxLength,
  widgets,
}: FormField): string {
  const marks = [
    required ? 'required' : '',
    readOnly ? 'read-only' : '',
    editable ? '' : 'not-editable',
    multiline ? 'multiline' : '',
    multiSelect ? 'multi-select' : '',
    password ? 'password' : '',
    maxLength === null ? '' : `max-${maxLength}`,
    widgets.length > 1 ? `${widgets.length}-widgets` : '',
  ];
  return marks.filter((mark) => mark !== '').join(' ');
}

/** Not of passwords; in brackets the options if none is chosen. */
function shownValue({ value, options, password }: FormField): string {
  if (password) return value.map((text) => '*'.repeat(Array.from(text).length)).join(', ');
  if (value.length > 0 || options.length === 0) return value.join(', ');
  return `[${options.map((option) => option.value).join(' | ')}]`;
}

const TYPE_NAMES: Readonly<Record<FormField['type'], string>> = {
  textField: 'text',
  checkbox: 'check box',
  radioButton: 'radio',
  combobox: 'combo box',
  listbox: 'list box',
};

function summarise(fields: readonly FormField[]): string {
  const count = (keep: (field: FormField) => boolean) => fields.filter(keep).length;
  const types = Object.entries(TYPE_NAMES)
    .map(([type, name]) => [count((field) => field.type === type), name] as const)
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${number} ${name}`);
  const marks = [
    `${count(({ required }) => required)} required`,
    `${count(({ readOnly }) => readOnly)} read-only`,
    `${count(({ value }) => value.length > 0)} filled`,
    `${fields.reduce((sum, { warnings }) => sum + warnings.length, 0)} warnings`,
  ];
  return `${types.join(', ')}; ${marks.join(', ')} (pages from 0, points from the top left)`;
}

function shorten(text: string, width: number): string {
  const characters = Array.from(printable(text));
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}
