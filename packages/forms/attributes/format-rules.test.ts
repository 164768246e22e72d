import { expect, test } from 'vitest';
import { findBrokenFormat, isSwedishMobileNumber } from './registry.ts';

test.each([
  '0701234567',
  '070-123 45 67',
  '+46701234567',
  '+46 (0)70 123 45 67',
  '0046 73 123 45 67',
  '(076) 1234567',
  '072\u2013123\u00a045\u00a067',
  '079.123.45.67',
])('%s is a Swedish mobile number', (text) => expect(isSwedishMobileNumber(text)).toBe(true));

test.each(['', '08-123 456 78', '070123456', '07012345678', '+47 701 23 456', '070-ABC 45 67', '0711234567'])(
  '"%s" is not a Swedish mobile number',
  (text) => expect(isSwedishMobileNumber(text)).toBe(false),
);

test.each([
  ['svc-format-email', 'nobody', 'email_address'],
  ['svc-format-email', 'a@b.se', undefined],
  ['svc-format-mobile', 'a@b.se', 'swedish_mobile_number'],
  ['svc-email-recipient', 'nobody', 'email_address'],
  ['svc-style-transparent', 'anything', undefined],
  ['svc-format-date', 'anything', undefined],
])('%s: the format that "%s" breaks is %s', (name, value, broken) => {
  expect(findBrokenFormat([{ name: 'svc-date-now' }, { name }], value)).toBe(broken);
});
