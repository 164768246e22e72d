import { expect, test } from 'vitest';
import { parseFieldName } from '../attributes/field-names.ts';
import { allowsPrefill } from '../attributes/warnings.ts';
import type { FormErrorCode } from '../errors.ts';
import { checkValues, type FieldValue, type FillableField, type FilledBy } from './check-values.ts';

function field(facts: Partial<FillableField> & Pick<FillableField, 'name' | 'type'>): FillableField {
  return {
    fieldId: '1-0',
    label: facts.name,
    required: false,
    readOnly: false,
    editable: true,
    boundingBox: null,
    widgets: [],
    defaultValues: [],
    value: [],
    options: [],
    multiline: false,
    multiSelect: false,
    password: false,
    maxLength: null,
    attributes: [],
    warnings: [],
    ...facts,
  };
}

const colours = [
  { label: 'Red', value: 'r' },
  { label: 'Green', value: 'g' },
];

const fields = [
  field({ name: 'text', type: 'textField' }),
  field({ name: 'short', type: 'textField', maxLength: 3 }),
  field({ name: 'trigger|svc-scan-id[1]', type: 'textField', editable: false }),
  field({ name: 'check', type: 'checkbox', options: [{ label: 'Ja', value: 'Ja' }] }),
  field({ name: 'radio', type: 'radioButton', options: colours }),
  field({ name: 'combo', type: 'combobox', options: colours }),
  field({ name: 'free', type: 'combobox', options: colours, acceptsOtherText: true }),
  field({ name: 'list', type: 'listbox', options: colours }),
  field({ name: 'many', type: 'listbox', options: colours, multiSelect: true }),
];

const attributed = [
  'mail|svc-format-email',
  'mobile|svc-format-mobile',
  'date|svc-date-now',
  'mrz|svc-scanned-id-mrz-lastname[1]',
].map((name) => {
  const { attributes } = parseFieldName(name);
  return field({ name, type: 'textField', editable: allowsPrefill(attributes), attributes });
});

test.each<[string, string, FilledBy, FormErrorCode | null]>([
  ['mail|svc-format-email', 'nobody', 'api', 'value_format_invalid'],
  ['mail|svc-format-email', 'nobody', 'signee', 'value_format_invalid'],
  ['mail|svc-format-email', 'nobody', 'service', null],
  ['mail|svc-format-email', 'anna@räksmörgås.se', 'api', null],
  ['mobile|svc-format-mobile', '08-123 456 78', 'api', 'value_format_invalid'],
  ['mobile|svc-format-mobile', '070-123 45 67', 'signee', null],
  ['date|svc-date-now', '2026-11-22', 'api', 'field_not_editable'],
  ['date|svc-date-now', '2026-11-22', 'signee', 'field_not_editable'],
  ['date|svc-date-now', '2026-11-22', 'service', null],
  ['mrz|svc-scanned-id-mrz-lastname[1]', 'Ek', 'api', 'field_not_editable'],
  ['mrz|svc-scanned-id-mrz-lastname[1]', 'Ek', 'signee', null],
])('%s, "%s" given by the %s: %s', (name, value, filledBy, code) => {
  const check = () => checkValues(attributed, [{ name, value }], filledBy);
  if (code === null) expect(check()).toEqual([{ name, values: [value], given: [value] }]);
  else expect(check).toThrow(expect.objectContaining({ code }));
});

test('a format applies to text typed into a list, not to its options', () => {
  const { attributes } = parseFieldName('mail|svc-format-email');
  const options = [{ label: 'None', value: 'none' }];
  const list = field({ name: 'mail', type: 'combobox', options, attributes, acceptsOtherText: true });
  expect(checkValues([list], [{ name: 'mail', value: 'none' }])).toHaveLength(1);
  expect(() => checkValues([list], [{ name: 'mail', value: 'nobody' }])).toThrow(
    expect.objectContaining({
      code: 'value_format_invalid',
      params: { field: 'mail', format: 'email_address' },
    }),
  );
});

test.each<[string, FieldValue['value'], readonly string[]]>([
  ['text', 'Åsa', ['Åsa']],
  ['text', ['Åsa'], ['Åsa']],
  ['text', [], []],
  ['short', '😀😀😀', ['😀😀😀']],
  ['check', 'Ja', ['Ja']],
  ['check', 'Off', []],
  ['check', [], []],
  ['radio', 'g', ['g']],
  ['radio', 'Green', ['g']],
  ['combo', 'Red', ['r']],
  ['free', 'Blue', ['Blue']],
  ['free', 'Red', ['r']],
  ['list', ['g'], ['g']],
  ['many', 'g', ['g']],
  ['many', ['Green', 'r', 'g'], ['g', 'r']],
])('%s takes %o', (name, value, values) => {
  expect(checkValues(fields, [{ name, value }])).toEqual([{ name, values, given: [value].flat() }]);
});

test.each<[string, FieldValue['value'], FormErrorCode, object]>([
  ['nobody', 'x', 'unknown_field', {}],
  ['trigger|svc-scan-id[1]', 'x', 'field_not_editable', {}],
  ['text', '', 'empty_value', {}],
  ['many', ['r', ''], 'empty_value', {}],
  ['text', ['a', 'b'], 'too_many_values', { limit: 1, count: 2 }],
  ['list', ['r', 'g'], 'too_many_values', { limit: 1, count: 2 }],
  ['check', ['Ja', 'Ja'], 'too_many_values', { limit: 1, count: 2 }],
  ['short', 'abcd', 'value_too_long', { limit: 3, length: 4 }],
  // "Pay 0001 EUR" was drawn as "Pay RUE 1000".
  ['text', 'Pay \u202e0001 EUR', 'text_not_drawable', { character: 'U+202E' }],
  ['free', '\u202dBlue', 'text_not_drawable', { character: 'U+202D' }],
  ['check', 'true', 'option_not_offered', { option: 'true' }],
  ['combo', 'Blue', 'option_not_offered', { option: 'Blue' }],
  ['combo', 'Off', 'option_not_offered', { option: 'Off', options: 'r, g' }],
])('%s refuses %o as %s', (name, value, code, params) => {
  expect(() => checkValues(fields, [{ name, value }])).toThrow(
    expect.objectContaining({
      name: 'FormError',
      code,
      params: expect.objectContaining({ field: name, ...params }),
    }),
  );
});

test('a text that the file has already, or offers, may override its direction', () => {
  const typed = { name: 'x', type: 'textField', value: ['a\u202eb'] } as const;
  const chosen = { name: 'y', type: 'combobox', options: [{ label: 'B', value: '\u202eb' }] } as const;
  const values = [
    { name: 'x', value: 'a\u202eb' },
    { name: 'y', value: '\u202eb' },
  ];
  expect(checkValues([field(typed), field(chosen)], values)).toHaveLength(2);
});

test('a field given twice is refused', () => {
  const twice = [
    { name: 'text', value: 'a' },
    { name: 'text', value: 'b' },
  ];
  expect(() => checkValues(fields, twice)).toThrow(expect.objectContaining({ code: 'too_many_values' }));
});

test('fields that share a name all have to take the value', () => {
  const shared = [
    field({ name: 'x', type: 'textField' }),
    field({ name: 'x', type: 'textField', maxLength: 1 }),
  ];
  expect(() => checkValues(shared, [{ name: 'x', value: 'ab' }])).toThrow(
    expect.objectContaining({ code: 'value_too_long' }),
  );
});
