import { type FoundText, listMatches } from './matches.ts';

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
export function findParties(text: string): FoundText[] {
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
