import { expect, it } from 'vitest';
import { formatAmount } from './members.ts';

it.each([
  [12_000, 'sek', '120.00 SEK'],
  [12_000, 'huf', '120.00 HUF'],
  [12_000, 'mga', '120.00 MGA'],
  [12_000, 'isk', '12000 ISK'],
  [12_000, 'jpy', '12000 JPY'],
  [12_340, 'kwd', '12.340 KWD'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text);
});
