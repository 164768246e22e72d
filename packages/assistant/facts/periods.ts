import { type FoundText, listMatches } from './matches.ts';

/** Numbers that contracts write as words. */
const WORDS = [
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|eighteen|twenty|twenty-four|thirty|forty-five|sixty|ninety',
  'en|ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|fjorton|femton|tjugo|tjugofyra|trettio|sextio|nittio',
  'un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|catorce|quince|veinte|treinta|sesenta|noventa',
  'ein|eine|einen|einer|eines|einem|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|vierzehn|dreißig|sechzig|neunzig',
  'une|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|quatorze|quinze|vingt|trente|soixante|quatre-vingt-dix',
].join('|');
const UNITS = [
  'hours?|(?:business |working |calendar )?days?|weeks?|(?:calendar )?months?|quarters?|years?',
  'timmar|timme|(?:kalender|arbets|bank|vardag)?dag(?:ars?|en|s)?|vardagar|veck(?:a|ors?)|(?:kalender)?månad(?:ers?|s)?|kvartal|år',
  'horas?|días?(?: hábiles| naturales| laborables)?|semanas?|mes(?:es)?|trimestres?|años?',
  'Stunden?|(?:Kalender|Werk|Arbeits)?tag(?:e|en|es)?|Wochen?|Monat(?:e|en|s)?|Quartale?|Jahr(?:e|en|es)?',
  'heures?|jours?(?: ouvrables| ouvrés| calendaires| francs)?|semaines?|mois|trimestres?|an(?:s|nées?)?|années?',
].join('|');

const PERIOD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${WORDS})(?:\s?\(\d{1,4}\))?|\d{1,4}(?:[.,]\d)?(?:\s?\([\p{L}-]{2,20}\))?)[\s-](?:(?:${UNITS})(?!\p{L}))`,
  'giu',
);

/** Returns lengths of time: terms, notice periods, times to pay. */
export function findPeriods(text: string): FoundText[] {
  return listMatches(text, PERIOD);
}
