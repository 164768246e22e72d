import { currencyDigits, type PaymentAmounts } from '@countersign/signing';
import { AdapterError } from '../errors.ts';

/** By Stripe's documentation in 2026. Others of ISO 4217 cannot be charged. */
const CURRENCIES: ReadonlySet<string> = new Set(
  [
    'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny',
    'cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd',
    'jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad',
    'ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl',
    'thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw',
  ].flatMap((line) => line.split(' ')),
);

/** In Stripe's units. For other currencies it depends on the rate of the day. */
const MIN_CHARGES: ReadonlyMap<string, number> = new Map([
  ...['usd', 'aud', 'brl', 'cad', 'chf', 'eur', 'inr', 'nzd', 'sgd'].map((code) => [code, 50] as const),
  ...['aed', 'myr', 'pln', 'ron'].map((code) => [code, 200] as const),
  ...['nok', 'sek'].map((code) => [code, 300] as const),
  ...([
    ['gbp', 30],
    ['bgn', 100],
    ['czk', 1500],
    ['dkk', 250],
    ['hkd', 400],
  ] as const),
  ...([
    ['huf', 17_500],
    ['jpy', 50],
    ['mxn', 1000],
    ['thb', 1000],
  ] as const),
]);
/** Eight digits. */
const MAX_CHARGE = 99_999_999;

/** Where Stripe's units are not those of ISO 4217: old amounts of ISK and UGX had digits, those of MGA have none. */
const STRIPE_DIGITS: ReadonlyMap<string, number> = new Map([
  ['isk', 2],
  ['ugx', 2],
  ['mga', 0],
]);
/** Card networks have two of three digits. */
const ROUNDED_UNITS = 10;

/** In units of ISO 4217; null if it cannot be charged. */
export function stripeAmounts(currency: string): PaymentAmounts | null {
  if (!CURRENCIES.has(currency)) return null;
  const multipleOf = currencyDigits(currency) === 3 ? ROUNDED_UNITS : Math.max(1, 1 / stripeFactor(currency));
  const min = fromStripe(MIN_CHARGES.get(currency) ?? 1, currency);
  const max = Math.floor(fromStripe(MAX_CHARGE, currency));
  return { min: Math.max(min, multipleOf), max: max - (max % multipleOf), multipleOf };
}

/** Throws `provider_failed`. */
export function toStripe(amount: number, currency: string): number {
  const amounts = stripeAmounts(currency);
  const isTaken = amounts !== null && amount % amounts.multipleOf === 0;
  if (!isTaken) throw new AdapterError('provider_failed', { limit: currency });
  return Math.round(amount * stripeFactor(currency));
}

export function fromStripe(value: number, currency: string): number {
  return value / stripeFactor(currency);
}

function stripeFactor(currency: string): number {
  const digits = currencyDigits(currency);
  return 10 ** ((STRIPE_DIGITS.get(currency) ?? digits) - digits);
}
