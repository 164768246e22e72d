/** ISO 4217, with other than two digits. `Intl` has what is usual in shops instead: no digits for HUF. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...['bif', 'clp', 'djf', 'gnf', 'isk', 'jpy', 'kmf', 'krw', 'pyg'].map((code) => [code, 0] as const),
  ...['rwf', 'ugx', 'uyi', 'vnd', 'vuv', 'xaf', 'xof', 'xpf'].map((code) => [code, 0] as const),
  ...['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd'].map((code) => [code, 3] as const),
]);

/** Amounts are in the smallest unit. */
export function currencyDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/** `120.00 SEK`. */
export function formatAmount(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}
