import type { FactKind } from '../reading.ts';

/** A part of a text, by offsets. */
interface FoundText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FoundFact extends FoundText {
  readonly kind: FactKind;
}

/** Returns the amounts, dates, periods and parties of a passage in the order of the text. */
export function findFacts(text: string): FoundFact[] {
  const facts: FoundFact[] = [
    ...findAmounts(text).map((found) => ({ ...found, kind: 'amount' as const })),
    ...findDates(text).map((found) => ({ ...found, kind: 'date' as const })),
    ...findPeriods(text).map((found) => ({ ...found, kind: 'period' as const })),
    ...findParties(text).map((found) => ({ ...found, kind: 'party' as const })),
  ];
  return facts.sort((one, other) => one.start - other.start);
}

/** Returns what a global pattern finds; the pattern has bounded repetitions only, so that the time is linear. */
function listMatches(text: string, pattern: RegExp): FoundText[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    text: found,
  }));
}

/** `1.000,50`, `1 000`, `1,000.5`, `1'000`, `10 million`. */
const NUMBER_PATTERN = String.raw`\d{1,15}(?:[.,'’\u0020\u00a0\u202f]\d{3}(?!\d)){0,5}(?:[.,]\d{1,2}(?!\d))?`;
const SCALE = String.raw`(?:\s?(?:million(?:s|er|en)?|miljon(?:er)?|millones|mill[oó]n|Mio\.?|milliard(?:s|er|en)?|miljard(?:er)?|billion|thousand|tusen|tkr|mil|tausend|mille)(?!\p{L}))?`;
const CODES = 'EUR|USD|GBP|SEK|NOK|DKK|CHF|PLN|CZK|HUF|RON|BGN|ISK|UAH|CAD|AUD|JPY|MXN';
const SYMBOLS = '[€$£¥]|US\\$';
const CURRENCY_WORDS =
  'euros?|Euros?|kronor|kr|SEK|dollars?|dólares|Dollar|pounds?|libras|Pfund|livres sterling|francs?|Franken|francos|pesos|zł|Kč';

const AMOUNT = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:${CODES}|${SYMBOLS})\s?${NUMBER_PATTERN}${SCALE}(?:\s?(?:${CODES})(?!\p{L}))?`,
    String.raw`(?<![\p{L}\p{N}.,])${NUMBER_PATTERN}${SCALE}(?:\s?:-|(?:\sde|\sd['’])?\s?(?:${CODES}|${SYMBOLS}|${CURRENCY_WORDS})(?!\p{L}))`,
  ].join('|'),
  'gu',
);

/** Returns amounts of money. */
function findAmounts(text: string): FoundText[] {
  return listMatches(text, AMOUNT);
}

/** The months of the languages whose dates are read, from January, lower case and without accents. */
export const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januari', 'januar', 'janner', 'enero', 'janvier', 'gennaio', 'janeiro', 'jan', 'ene', 'janv'],
  ['february', 'februari', 'februar', 'febrero', 'fevrier', 'febbraio', 'fevereiro', 'feb', 'febr', 'fevr'],
  ['march', 'mars', 'marz', 'marzo', 'maart', 'marts', 'marco', 'mar', 'mrz'],
  ['april', 'abril', 'avril', 'aprile', 'apr', 'abr', 'avr'],
  ['may', 'maj', 'mayo', 'mai', 'maggio', 'mei', 'maio'],
  ['june', 'juni', 'junio', 'juin', 'giugno', 'junho', 'jun'],
  ['july', 'juli', 'julio', 'juillet', 'luglio', 'julho', 'jul', 'juil'],
  ['august', 'augusti', 'agosto', 'aout', 'augustus', 'aug', 'ago'],
  ['september', 'septiembre', 'setiembre', 'septembre', 'settembre', 'setembro', 'sept', 'sep', 'set'],
  ['october', 'oktober', 'octubre', 'octobre', 'ottobre', 'outubro', 'oct', 'okt'],
  ['november', 'noviembre', 'novembre', 'novembro', 'nov'],
  [
    'december',
    'dezember',
    'diciembre',
    'decembre',
    'dicembre',
    'dezembro',
    'desember',
    'dec',
    'dez',
    'dic',
    'des',
  ],
];

const ACCENTED = 'jänner|février|märz|março|août|décembre|févr|déc';
const MONTH = `(?:${[...new Set(MONTHS.flat())].sort((a, b) => b.length - a.length).join('|')}|${ACCENTED})`;

const DATE = new RegExp(
  [
    String.raw`(?<!\p{N})\d{4}-\d{2}-\d{2}(?!\d)`,
    String.raw`(?<![\p{N}.])\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?![\d.]\d)`,
    String.raw`(?<!\p{N})\d{1,2}(?:st|nd|rd|th|er|º|:e|\.)?\s(?:of\s|de\s|den\s)?${MONTH}\.?,?\s(?:de\s|del\s)?\d{4}(?!\d)`,
    String.raw`(?<!\p{L})${MONTH}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}(?!\d)`,
  ].join('|'),
  'giu',
);

/** Returns dates with day, month and year. */
function findDates(text: string): FoundText[] {
  return listMatches(text, DATE);
}

/** Numbers that contracts write as words. */
const NUMBER_WORDS = [
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|eighteen|twenty|twenty-four|thirty|forty-five|sixty|ninety',
  'en|ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|fjorton|femton|tjugo|tjugofyra|trettio|sextio|nittio',
  'un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|catorce|quince|veinte|treinta|sesenta|noventa',
  'ein|eine|einen|einer|eines|einem|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|vierzehn|dreißig|sechzig|neunzig',
  'une|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|quatorze|quinze|vingt|trente|soixante|quatre-vingt-dix',
].join('|');
const TIME_UNITS = [
  'hours?|(?:business |working |calendar )?days?|weeks?|(?:calendar )?months?|quarters?|years?',
  'timmar|timme|(?:kalender|arbets|bank|vardag)?dag(?:ars?|en|s)?|vardagar|veck(?:a|ors?)|(?:kalender)?månad(?:ers?|s)?|kvartal|år',
  'horas?|días?(?: hábiles| naturales| laborables)?|semanas?|mes(?:es)?|trimestres?|años?',
  'Stunden?|(?:Kalender|Werk|Arbeits)?tag(?:e|en|es)?|Wochen?|Monat(?:e|en|s)?|Quartale?|Jahr(?:e|en|es)?',
  'heures?|jours?(?: ouvrables| ouvrés| calendaires| francs)?|semaines?|mois|trimestres?|an(?:s|nées?)?|années?',
].join('|');

const PERIOD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${NUMBER_WORDS})(?:\s?\(\d{1,4}\))?|\d{1,4}(?:[.,]\d)?(?:\s?\([\p{L}-]{2,20}\))?)[\s-](?:(?:${TIME_UNITS})(?!\p{L}))`,
  'giu',
);

/** Returns lengths of time: terms, notice periods, times to pay. */
function findPeriods(text: string): FoundText[] {
  return listMatches(text, PERIOD);
}

const FORMS = [
  String.raw`AB|HB|KB|Ltd\.?|Limited|LLC|LLP|PLC|plc|Inc\.?|Corp\.?|Corporation|GmbH|AG|KG|UG|OHG|e\.V\.|SE`,
  String.raw`S\.A\.U?\.?|S\.L\.U?\.?|SL|SA|SAS|SARL|S\.à r\.l\.|S\.A\.S\.|S\.p\.A\.|S\.r\.l\.|B\.V\.|BV|N\.V\.|A\/S|ApS|AS|ASA|Oyj?`,
].join('|');
const NAME_WORD = String.raw`[\p{Lu}\p{N}][\p{L}\p{N}&'’-]{0,40}`;
const COMPANY = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAME_WORD}(?:\s(?:${NAME_WORD}|&|and|och|y|und|et)){0,4},?\s(?:${FORMS})(?![\p{L}\p{N}])`,
  'gu',
);

/** What a name does not begin with, though it may stand there with a capital letter. */
const ARTICLE = /^(?:The|This|A|An|Der|Die|Das|Den|Det|El|La|Los|Las|Le|Les|Between|Mellan|Zwischen|Entre)\s/;

const CAPITALIZED = String.raw`\p{Lu}\p{Ll}[\p{L}'’-]{0,30}`;
const FULL_NAME = String.raw`${CAPITALIZED}(?:\s(?:de|van|von|af|del|la)){0,2}(?:\s${CAPITALIZED}){1,3}`;
const TITLED = new RegExp(
  String.raw`(?<![\p{L}])(?:Mrs?|Ms|Dr|Herr|Frau|Herrn|Mme|M|Mlle|Monsieur|Madame|don|doña|Don|Doña|D|Dña|herr|fru)\.?\s(${FULL_NAME})`,
  'gu',
);
/** The words before the parties of an agreement. */
const OPENING = /(?<!\p{L})(?:between|mellan|entre|zwischen|by and between)(?!\p{L})/iu;
const AFTER_AND = new RegExp(
  String.raw`(?<![\p{L}])(?:between|and|mellan|och|entre|y|zwischen|und|et|der|dem)\s(${FULL_NAME})(?=\s?[,(;])`,
  'gu',
);

/** Returns names of companies by their legal form, and of people by their title or by the words before the parties. */
function findParties(text: string): FoundText[] {
  const companies = listMatches(text, COMPANY).map(withoutArticle).filter(hasName);
  const people = [...listNames(text, TITLED), ...(OPENING.test(text) ? listNames(text, AFTER_AND) : [])];
  const found = [...companies];
  for (const person of people) {
    if (!found.some((other) => person.start < other.end && other.start < person.end)) found.push(person);
  }
  return found;
}

function withoutArticle({ start, end, text }: FoundText): FoundText {
  const article = ARTICLE.exec(text)?.[0].length ?? 0;
  return { start: start + article, end, text: text.slice(article) };
}

/** A legal form alone is no name. */
function hasName({ text }: FoundText): boolean {
  return /\s/.test(text);
}

function listNames(text: string, pattern: RegExp): FoundText[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, 1: name = '', index }) => {
    const start = index + found.length - name.length;
    return { start, end: start + name.length, text: name };
  });
}
