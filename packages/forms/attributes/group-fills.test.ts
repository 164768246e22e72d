import { expect, test } from 'vitest';
import { groupByIndex, listFills, parseFieldName } from './field-names.ts';

const fillsOf = (...names: string[]) => {
  const groups = groupByIndex(names.map((name) => ({ name, attributes: parseFieldName(name).attributes })));
  return groups
    .flatMap(listFills)
    .map((fill) => `${fill.field.split('|')[0]}: ${fill.kind} ${fill.attribute}`);
};

test('a scan fills every field of its index, whatever the trigger', () => {
  expect(
    fillsOf(
      'a|svc-scan-id[1]',
      'b|svc-scanned-id-mrz-firstname[1]',
      'c|svc-scanned-id-portrait[1]',
      'd|svc-scan-id-passport[1]|svc-scanned-id-allow-in-signature[1]',
      'e|svc-scanned-id-mrz-firstname[2]',
    ),
  ).toEqual([
    'a: image svc-scan-id',
    'd: image svc-scan-id-passport',
    'b: text svc-scanned-id-mrz-firstname',
    'c: image svc-scanned-id-portrait',
  ]);
});

test.each([
  ['svc-scan-id[1]|svc-scanned-id-portrait[1]', 'image svc-scanned-id-portrait'],
  ['svc-scan-id[1]|svc-scanned-id-mrz-lastname[1]', 'text svc-scanned-id-mrz-lastname'],
  [
    'svc-scanned-id-mrz-lastname[1]|svc-scan-id[1]|svc-scanned-id-portrait[1]',
    'text svc-scanned-id-mrz-lastname',
  ],
  ['svc-scan-id[1]|svc-scanned-id-barcode[1]|svc-scanned-id-signature[1]', 'image svc-scanned-id-signature'],
  ['svc-orgnumber-verification[1]|svc-verified-orgnumber-city[1]', 'text svc-verified-orgnumber-city'],
])('%s gets %s', (attributes, fill) => {
  expect(fillsOf(`a|${attributes}`)).toEqual([`a: ${fill}`]);
});

test('a company trigger and an upload trigger alone get nothing themselves', () => {
  expect(
    fillsOf(
      'a|svc-orgnumber-verification-kyc[1]',
      'b|svc-verified-orgnumber[1]',
      'c|svc-upload-attachment[1]',
      'd|svc-uploaded-attachmentname[1]',
    ),
  ).toEqual(['b: text svc-verified-orgnumber', 'd: text svc-uploaded-attachmentname']);
});

test('images have an aspect ratio and a rule for scans without them', () => {
  const names = ['a|svc-scan-id[1]', 'b|svc-scanned-id-portrait[1]', 'c|svc-scanned-id-signature[1]'];
  const [group] = groupByIndex(names.map((name) => ({ name, attributes: parseFieldName(name).attributes })));
  expect(group && listFills(group)).toMatchObject([
    { aspectRatio: [3, 2], whenMissing: 'scan_fails' },
    { aspectRatio: [3, 4], whenMissing: 'scan_fails' },
    { aspectRatio: [4, 1], whenMissing: 'field_is_removed' },
  ]);
});

test('without a trigger nothing is filled', () => {
  expect(fillsOf('a|svc-scanned-id-portrait[1]')).toEqual([]);
});

test.each([
  ['[D3-02]', 'ghostportrait', [3, 4]],
  ['[D3-03]', 'signature', [4, 1]],
  ['[D3-04]', 'documentrear', [3, 2]],
  ['[D3-05]', 'barcode', [4, 1]],
])(
  '%s %s is an image of its own ratio, in its own field alone, which is removed without it',
  (_, part, aspectRatio) => {
    const attribute = `svc-scanned-id-${part}`;
    const names = ['Scan|svc-scan-id[1]', `Own|${attribute}[1]`, `Other|${attribute}[2]`];
    const [group] = groupByIndex(
      names.map((name) => ({ name, attributes: parseFieldName(name).attributes })),
    );
    const fills = group === undefined ? [] : listFills(group);
    expect(fills.slice(1)).toEqual([
      { kind: 'image', field: names[1], attribute, aspectRatio, whenMissing: 'field_is_removed' },
    ]);
  },
);
