import { type FoundText, listMatches } from './matches.ts';

const FORMS = [
  'AB|HB|KB|Ltd\\.?|Limited|LLC|LLP|PLC|plc|Inc\\.?|Corp\\.?|Corporation|Company|GmbH|AG|KG|UG|e\\.V\\.|SE',
  'S\\.A\\.U?\\.?|S\\.L\\.U?\\.?|SL|SA|SAS|SARL|S\\.à r\\.l\\.|S\\.A\\.S\\.|S\\.p\\.A\\.|S\\.r\\.l\\.|B\\.V\\.|BV|N\\.V\\.|A\\/S|ApS|AS|ASA|Oyj?',
].join('|');
const NAME_WORD = String.raw`[\p{Lu}\p{N}][\p{L}\p{N}&.'’-]{0,40}`;
const COMPANY = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAME_WORD}(?:\s(?:${NAME_WORD}|&|and|och|y|und|et|de|of)){0,5},?\s(?:${FORMS})(?![\p{L}\p{N}])`,
  'gu',
);

/** Returns names of companies, by their legal form. */
export function findParties(text: string): FoundText[] {
  return listMatches(text, COMPANY);
}
