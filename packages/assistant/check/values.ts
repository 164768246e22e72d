import { MONTHS } from '../facts/find-facts.ts';
import { foldAccents } from '../language/words.ts';

/**
 * What a text claims: dates, and numbers with their unit, in a form in which `1.000,00 EUR` and `EUR 1,000` are equal, as are
 * `3 March 2026` and `2026-03-03`. A value that can be read in several ways has several forms.
 */
export interface Claims {
  readonly dates: readonly DateClaim[];
  readonly numbers: readonly NumberClaim[];
}

export interface DateClaim {
  /** A date is written as `2026-03-03`, `2026-03` or `--03-03`. */
  readonly forms: readonly string[];
}

export interface NumberClaim {
  readonly forms: readonly string[];
  /** `%`, a currency, or a unit of time; missing for others. */
  readonly unit?: string | undefined;
}

const MONTH_NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);
const MONTH_NAMES = [...MONTH_NUMBERS.keys()].sort((one, other) => other.length - one.length).join('|');

/** Text is folded before: lower case, without accents. */
const DATES = new RegExp(
  [
    String.raw`(?<!\d)(?<iso>\d{4}-\d{2}-\d{2})(?!\d)`,
    String.raw`(?<![\d.])(?<a>\d{1,2})[./-](?<b>\d{1,2})[./-](?<c>\d{4}|\d{2})(?![\d])`,
    String.raw`(?<!\d)(?:(?<d>\d{1,2})(?:st|nd|rd|th|er|o|:e|:a|\.)?\s(?:of\s|de\s|den\s)?)?(?<![a-z])(?<m>${MONTH_NAMES})(?![a-z])\.?(?:,?\s(?:de\s|del\s)?(?<y>\d{4})(?!\d)|\s(?<d2>\d{1,2})(?:st|nd|rd|th)?(?![\d.]\d)(?:,?\s(?<y2>\d{4})(?!\d))?)?`,
  ].join('|'),
  'g',
);

/** Reads the dates and numbers of a text. */
export function readClaims(text: string): Claims {
  const folded = foldAccents(foldDigits(text).toLowerCase());
  const dates: DateClaim[] = [];
  const rest = folded.replace(DATES, (found, ...args) => {
    const forms = dateForms(args.at(-1));
    if (forms.length === 0) return found;
    dates.push({ forms });
    // Nothing of a date is a number of its own, and what is beside it stays apart.
    return ' ; ';
  });
  return { dates, numbers: readNumbers(rest) };
}

/** Digits of other scripts become those of ASCII. */
function foldDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 128) return digit;
    // Each script has its ten digits in one block that begins at a multiple of 16 or 10 after it.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

interface DateGroups {
  readonly [name: string]: string | undefined;
}

function dateForms(groups: DateGroups): string[] {
  const { iso, a, b, c, m } = groups;
  if (iso !== undefined) return isValid(iso) ? [iso] : [];
  if (a !== undefined && b !== undefined && c !== undefined) {
    const year = c.length === 2 ? `20${c}` : c;
    return [formatDate(year, b, a), formatDate(year, a, b)].filter(isValid);
  }
  const month = MONTH_NUMBERS.get(m ?? '');
  const [day, year] = [groups.d ?? groups.d2, groups.y ?? groups.y2];
  // A month alone may be a word: may, mars, set.
  if (month === undefined || (day === undefined && year === undefined)) return [];
  const text = String(month).padStart(2, '0');
  if (day === undefined) return [`${year}-${text}`];
  if (year === undefined) return [`--${text}-${day.padStart(2, '0')}`];
  return [formatDate(year, text, day)].filter(isValid);
}

function formatDate(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function isValid(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}

const DIGITS = String.raw`\d{1,15}(?:[.,'’:/\u0020\u00a0\u202f-]\d{1,15}){0,8}`;
const UNITS: Readonly<Record<string, string>> = {
  '%': '%|percent|per cent|procent|prozent|por ciento|pour cent',
  EUR: 'eur|euros?|€',
  USD: String.raw`usd|us\$|dollars?|dolares|dolar|\$`,
  GBP: 'gbp|pounds?|libras|pfund|£',
  SEK: 'sek|kronor|krona|kr',
  NOK: 'nok',
  DKK: 'dkk',
  CHF: 'chf|francs?|franken|francos',
  hour: 'hours?|timmar|timme|horas?|stunden?|heures?',
  day: '(?:business |working |calendar )?days?|(?:arbets|bank|kalender)?dag(?:ar|en|s)?|dias?|(?:kalender|werk|arbeits)?tag(?:e|en)?|jours?',
  week: 'weeks?|veck(?:a|or)|semanas?|wochen?|semaines?',
  month: '(?:calendar )?months?|(?:kalender)?manad(?:er|s|ers)?|mes(?:es)?|monat(?:e|en|s)?|mois',
  year: 'years?|ar|anos?|jahr(?:e|en|es)?|ans?|annees?',
};
const SCALES: readonly (readonly [number, string])[] = [
  [1e9, 'billions?|miljard(?:er)?|milliards?|milliarden?'],
  [1e6, 'millions?|miljon(?:er)?|millon(?:es)?|millionen?|mio|mn'],
  [1e3, 'thousand|tusen|mil|tausend|mille|tkr|k'],
];
const NAMED = Object.entries(UNITS).map(([unit, names]) => [unit, new RegExp(`^(?:${names})$`)] as const);
const NAMED_SCALES = SCALES.map(([scale, names]) => [scale, new RegExp(`^(?:${names})$`)] as const);
const AFTER = new RegExp(
  String.raw`^[\s\u00a0-]{0,2}(?:\([^()]{1,30}\)\s?)?(?:(${SCALES.map(([, names]) => names).join('|')})(?![a-z])\s?(?:de |d['’])?)?(${Object.values(UNITS).join('|')})?(?![a-z])`,
);
const BEFORE = /(?:(?<![a-z])(eur|usd|us\$|gbp|sek|nok|dkk|chf|kr)|([€$£]))\s?$/;
const TOKEN = new RegExp(String.raw`(?<![a-z\d])${DIGITS}|[a-z]{2,20}`, 'g');

const WORD_NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    ['two tva dos zwei deux', 2],
    ['three tre tres drei trois', 3],
    ['four fyra cuatro vier quatre', 4],
    ['five fem cinco funf cinq', 5],
    ['six sex seis sechs', 6],
    ['seven sju siete sieben sept', 7],
    ['eight atta ocho acht huit', 8],
    ['nine nio nueve neun neuf', 9],
    ['ten tio diez zehn dix', 10],
    ['eleven elva once elf onze', 11],
    ['twelve tolv doce zwolf douze', 12],
    ['fourteen fjorton catorce vierzehn quatorze', 14],
    ['fifteen femton quince funfzehn quinze', 15],
    ['twenty tjugo veinte zwanzig vingt', 20],
    ['thirty trettio treinta dreissig trente', 30],
    ['forty fyrtio cuarenta vierzig quarante', 40],
    ['fifty femtio cincuenta funfzig cinquante', 50],
    ['sixty sextio sesenta sechzig soixante', 60],
    ['seventy sjuttio setenta siebzig', 70],
    ['eighty attio ochenta achtzig', 80],
    ['ninety nittio noventa neunzig', 90],
    ['hundred hundra cien hundert cent', 100],
  ].flatMap(([words, value]) =>
    String(words)
      .split(' ')
      .map((word) => [word, Number(value)] as const),
  ),
);

function readNumbers(text: string): NumberClaim[] {
  const numbers: NumberClaim[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = WORD_NUMBERS.get(token);
    const forms = word === undefined ? numberForms(token) : [String(word)];
    if (forms.length === 0) continue;
    const after = AFTER.exec(text.slice(index + token.length, index + token.length + 60));
    const before = BEFORE.exec(text.slice(Math.max(0, index - 5), index));
    const unit = nameOf(after?.[2]) ?? nameOf(before?.[1] ?? before?.[2]);
    const scale = NAMED_SCALES.find(([, names]) => names.test(after?.[1] ?? ''))?.[0] ?? 1;
    numbers.push({ forms: scale === 1 ? forms : forms.map((form) => scaleForm(form, scale)), unit });
  }
  return numbers;
}

function nameOf(unit: string | undefined): string | undefined {
  return unit === undefined ? undefined : NAMED.find(([, names]) => names.test(unit))?.[0];
}

function scaleForm(form: string, scale: number): string {
  const value = Number(form) * scale;
  return Number.isFinite(value) ? String(value) : form;
}

const GROUPED = /^\d{1,3}(?:([.,'’\u0020\u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d{1,2})?$/;
const PLAIN = /^\d+(?:[.,]\d{1,15})?$/;

function numberForms(token: string): string[] {
  if (!/^\d/.test(token)) return [];
  const forms = new Set<string>();
  if (GROUPED.test(token)) {
    const decimals = /[.,](\d{1,2})$/.exec(token);
    const whole = decimals === null ? token : token.slice(0, decimals.index);
    forms.add(trimDecimals(`${whole.replace(/\D/g, '')}.${decimals?.[1] ?? ''}`));
  }
  if (PLAIN.test(token)) forms.add(trimDecimals(token.replace(',', '.')));
  // Clauses, times and numbers of accounts stay as they are.
  if (forms.size === 0) forms.add(token.replace(/[\s\u00a0\u202f]/g, ' '));
  return [...forms];
}

/** `5.0` and `5.00` are 5; `1.000` is not 1, since it is a thousand in half of Europe. */
function trimDecimals(number: string): string {
  const [whole = '', decimals = ''] = number.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const trimmed = decimals.length <= 2 ? decimals.replace(/0+$/, '') : decimals;
  return trimmed === '' ? digits : `${digits}.${trimmed}`;
}
