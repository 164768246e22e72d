import { expect, test } from 'vitest';
import { parseFieldName } from './field-names.ts';
import { ATTRIBUTES } from './registry.ts';
import { allowsPrefill, forbidsManualEntry } from './warnings.ts';

const attributesOf = (name: string) => parseFieldName(name).attributes;

test('[D3-15] [D3-16] [D3-17] [D3-18] [D3-19] [2.10-05] forbids typing for exactly the sixteen attributes of the decisions and the date of signing', () => {
  const forbidding = ATTRIBUTES.filter((spec) => forbidsManualEntry([spec])).map(({ name }) => name);
  expect(forbidding).toEqual([
    'svc-orgnumber-verification',
    'svc-orgnumber-verification-boardmember',
    'svc-orgnumber-verification-kyc',
    'svc-sms-verification',
    'svc-email-verification',
    'svc-date-now',
    'svc-scan-id',
    'svc-scan-id-basic',
    'svc-scan-id-passport',
    'svc-scan-id-passport-basic',
    'svc-scanned-id-portrait',
    'svc-scanned-id-ghostportrait',
    'svc-scanned-id-signature',
    'svc-scanned-id-documentrear',
    'svc-scanned-id-barcode',
    'svc-upload-attachment',
    'svc-uploaded-attachmentname',
  ]);
});

test('one forbidding attribute is enough', () => {
  expect(forbidsManualEntry(attributesOf('a|svc-format-email|svc-email-verification'))).toBe(true);
});

test.each([
  ['a', true],
  ['a|svc-format-email', true],
  ['a|svc-search-city', true],
  ['a|svc-format-date', true],
  ['a|svc-date-now', false],
  ['a|svc-scan-id[1]', false],
  ['a|svc-scanned-id-mrz-firstname[1]', false],
  ['a|svc-scanned-id-portrait[1]', false],
])('[D2-13] [D2-14] %s: prefill allowed is %s', (name, allowed) => {
  expect(allowsPrefill(attributesOf(name))).toBe(allowed);
});
