import { expect, test } from 'vitest';
import { type DiagnosableField, diagnoseFieldNames } from './diagnosis.ts';

const brief = (fields: readonly (string | DiagnosableField)[]) =>
  diagnoseFieldNames(fields).map(({ code, field, suggestion }) =>
    [code, field, suggestion].filter(Boolean).join(' '),
  );

test('finds nothing wrong with names that are right', () => {
  expect(
    brief([
      'Name',
      'Start|svc-orgnumber-verification[1]',
      'Company|svc-verified-orgnumber-companyname[1]',
      'Both|svc-orgnumber-verification[2]|svc-verified-orgnumber[2]',
      'Stored|svc-orgnumber-verification-kyc[3]',
      'ID|svc-scan-id[1]',
      'Email|svc-format-email|svc-email-recipient',
      'Upload|svc-upload-attachment[1]',
      'Attachment|svc-uploaded-attachmentname[1]',
      'City|svc-search-city',
    ]),
  ).toEqual([]);
});

test.each([
  ['svc-format-date', 'svc-date-now'],
  ['svc-scanned-id-mrz-gender', 'svc-scanned-id-mrz-'],
  ['svc-verified-orgnumber-ceo', 'svc-verified-orgnumber'],
  ['svc-verified-orgnumber-zipcode[4]', 'svc-verified-orgnumber-zipCode[4]'],
  ['svc-format-emial', 'svc-format-email'],
  ['date-now', 'svc-date-now'],
])('[D3-27] [D3-35] [D3-36] [D3-37] %s is unknown and something near is named', (attribute, suggestion) => {
  const [warning, ...rest] = diagnoseFieldNames([`a|${attribute}`]);
  expect(rest).toEqual([]);
  expect(warning).toMatchObject({ code: 'unknown_attribute', field: `a|${attribute}`, attribute });
  expect(warning?.suggestion).toMatch(/^svc-/);
  if (attribute !== 'svc-format-date') expect(warning?.suggestion?.startsWith(suggestion)).toBe(true);
});

test.each([
  ['svc-scan-id1', 'svc-scan-id[1]'],
  ['svc-scan-id-2', 'svc-scan-id[2]'],
  ['svc-scan-id(3)', 'svc-scan-id[3]'],
  ['svc-scan-id[4', 'svc-scan-id[4]'],
  ['svc-scan-id', 'svc-scan-id[1]'],
  ['svc-scan-id[]', 'svc-scan-id[1]'],
  ['svc-scan-id[x]', 'svc-scan-id[1]'],
])('[D3-28] %s misses its index, should be %s', (attribute, suggestion) => {
  expect(brief([`a|${attribute}`])).toEqual([`missing_index a|${attribute} ${suggestion}`]);
});

test('[D3-29] an index that is not allowed is named', () => {
  expect(brief(['a|svc-format-email[1]', 'b|svc-search-city[2]'])).toEqual([
    'index_not_allowed a|svc-format-email[1] svc-format-email',
    'index_not_allowed b|svc-search-city[2] svc-search-city',
  ]);
});

test('[D3-30] [D3-31] a receiver needs a trigger of its own group and index', () => {
  expect(
    brief(['a|svc-scanned-id-mrz-firstname[1]', 'b|svc-scan-id[2]', 'c|svc-upload-attachment[1]']),
  ).toEqual([
    'receiver_without_trigger a|svc-scanned-id-mrz-firstname[1] svc-scan-id[1]',
    'trigger_without_receiver c|svc-upload-attachment[1] svc-uploaded-attachmentname[1]',
  ]);
});

test('the modifier alone is a receiver without trigger', () => {
  expect(brief(['a|svc-scanned-id-allow-in-signature[1]'])).toEqual([
    'receiver_without_trigger a|svc-scanned-id-allow-in-signature[1] svc-scan-id[1]',
  ]);
});

test('[D3-32] every trigger that shares its index is named', () => {
  expect(brief(['a|svc-scan-id[1]', 'b|svc-scan-id-passport[1]', 'c|svc-scan-id[2]'])).toEqual([
    'several_triggers_for_index a|svc-scan-id[1]',
    'several_triggers_for_index b|svc-scan-id-passport[1]',
  ]);
});

test('[D3-33] a name that comes twice is named once', () => {
  expect(brief(['a', 'b', 'a', 'a'])).toEqual(['duplicate_field_name a a#2']);
  expect(brief(['a|svc-format-email', 'a|svc-format-email', 'a#2|svc-format-email'])).toEqual([
    'duplicate_field_name a|svc-format-email a#3|svc-format-email',
  ]);
});

test('a duplicate name is reported once', () => {
  const scan = { name: 'x|svc-scan-id[1]', required: true };
  const closed = { name: 'y', required: true, readOnly: true };
  expect(brief(['a|svc-scan-id1', 'a|svc-scan-id1', scan, scan, closed, closed])).toEqual([
    'missing_index a|svc-scan-id1 svc-scan-id[1]',
    'duplicate_field_name a|svc-scan-id1 a#2|svc-scan-id1',
    'duplicate_field_name x|svc-scan-id[1] x#2|svc-scan-id[1]',
    'duplicate_field_name y y#2',
    'required_but_never_filled y',
  ]);
});

test.each<[DiagnosableField, boolean]>([
  [{ name: 'typed', required: true }, false],
  [{ name: 'closed', required: true, readOnly: true }, true],
  [{ name: 'closed but filled', required: true, readOnly: true, filled: true }, false],
  [{ name: 'closed but optional', readOnly: true }, false],
  [{ name: 'a|svc-date-now', required: true, readOnly: true }, false],
  [{ name: 'a|svc-sms-verification', required: true }, false],
])('[D3-34] required but never filled, %o: %s', (field, warned) => {
  expect(brief([field])).toEqual(warned ? [`required_but_never_filled ${field.name}`] : []);
});

test('an image is never filled without a scan of its index', () => {
  const photo = { name: 'photo|svc-scanned-id-portrait[1]', required: true };
  expect(brief([photo])).toEqual([
    'receiver_without_trigger photo|svc-scanned-id-portrait[1] svc-scan-id[1]',
    'required_but_never_filled photo|svc-scanned-id-portrait[1]',
  ]);
  expect(brief([photo, 'scan|svc-scan-id[1]'])).toEqual([]);
});

test('ten thousand names are diagnosed in linear time', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `f${index}|svc-scan-id[${index}]`);
  expect(diagnoseFieldNames(names)).toEqual([]);
});

test('reads the first hundred characters of an attribute, since its patterns take quadratic time', () => {
  const [warning] = diagnoseFieldNames([`a|svc-scan-id${'-'.repeat(1_000_000)}x`]);
  expect(warning?.code).toBe('unknown_attribute');
  expect(warning?.attribute).toHaveLength(100);
});

test('reads the first hundred attributes of a name', () => {
  expect(diagnoseFieldNames([`a${'|svc-nothing'.repeat(10_000)}`])).toHaveLength(100);
});

// A form of 100 fields with 100 unknown attributes each, 1 MB, took a worker a minute at every look.
test('explains a thousand unknown attributes of a form', () => {
  const unknown = '|svc-nothing'.repeat(100);
  expect(diagnoseFieldNames(Array.from({ length: 50 }, (_, index) => `f${index}${unknown}`))).toHaveLength(
    1000,
  );
});
