import { type FoundText, listMatches } from './matches.ts';

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
export function findDates(text: string): FoundText[] {
  return listMatches(text, DATE);
}
