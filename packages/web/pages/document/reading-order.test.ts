import { expect, it } from 'vitest';
import { labelOf } from './reading-order.ts';

it.each([
  ['fullName', 'Full name'],
  ['post_code', 'Post code'],
  ['invoice-number', 'Invoice number'],
  ['iban', 'Iban'],
  ['Your email', 'Your email'],
  ['IBAN', 'IBAN'],
  ['naïveName', 'naïveName'],
])('shows the name %j as %j', (label, shown) => {
  expect(labelOf({ label, name: 'form.field' })).toBe(shown);
});

it('shows the whole name of a field without a label', () => {
  expect(labelOf({ label: ' ', name: 'form.1|svc-date-now' })).toBe('form.1|svc-date-now');
});
