import { expect, test } from 'vitest';
import { ATTRIBUTES, type AttributeSpec, findAttribute } from './registry.ts';

const names = (keep: (spec: AttributeSpec) => boolean) => ATTRIBUTES.filter(keep).map(({ name }) => name);

test('has no name twice', () => {
  expect(new Set(names(() => true)).size).toBe(ATTRIBUTES.length);
});

test('holds the attributes of section 2.10 of the rules', () => {
  expect(names((spec) => spec.kind === 'trigger')).toHaveLength(10);
  expect(names((spec) => spec.name.startsWith('svc-verified-orgnumber'))).toHaveLength(5);
  expect(names((spec) => spec.name.startsWith('svc-scanned-id-mrz-'))).toHaveLength(13);
  expect(names((spec) => spec.kind === 'formatting')).toEqual([
    'svc-format-mobile',
    'svc-format-email',
    'svc-style-transparent',
  ]);
  expect(names((spec) => spec.kind === 'other')).toEqual([
    'svc-email-recipient',
    'svc-input-fullname',
    'svc-sign-and-pay-email',
    'svc-search-firstname',
    'svc-search-lastname',
    'svc-search-',
    'svc-share-sms-phonenumber',
    'svc-share-email-emailaddress',
    'svc-access-documentaction',
    'svc-access-document',
  ]);
});

test('has the attributes that decisions added', () => {
  expect(names((spec) => spec.source === 'D3')).toEqual([
    'svc-scanned-id-portrait',
    'svc-scanned-id-ghostportrait',
    'svc-scanned-id-signature',
    'svc-scanned-id-documentrear',
    'svc-scanned-id-barcode',
    'svc-scanned-id-allow-in-signature',
    'svc-access-document',
  ]);
  expect(findAttribute('svc-scanned-id-portrait')).toMatchObject({
    aspectRatio: [3, 4],
    whenMissing: 'scan_fails',
  });
  expect(findAttribute('svc-scanned-id-barcode')).toMatchObject({
    aspectRatio: [4, 1],
    whenMissing: 'field_is_removed',
  });
});

test('indexes exactly the attributes that group fields, and the payment email', () => {
  const ungrouped = names((spec) => spec.indexed && spec.group === undefined);
  expect(ungrouped).toEqual(['svc-sign-and-pay-email']);
  expect(names((spec) => !spec.indexed && spec.group !== undefined)).toEqual([]);
});

test('finds searchable fields by any label, but not without one', () => {
  expect(findAttribute('svc-search-förnamn')?.kind).toBe('other');
  expect(findAttribute('svc-search-')).toBeUndefined();
});

test('counts case', () => {
  expect(findAttribute('svc-verified-orgnumber-zipCode')).toBeDefined();
  expect(findAttribute('svc-verified-orgnumber-zipcode')).toBeUndefined();
});
