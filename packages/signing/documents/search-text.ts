import { parseFieldName } from '@countersign/forms/attributes';
import type { DocumentState } from './document.ts';
import { listOf } from './field-entries.ts';

const SEARCH_ATTRIBUTE = 'svc-search-';
/**
 * Characters. Name, people and metadata need less; of the values of a form, the first are found. Every word under
 * a long label once made gigabytes of a small request.
 */
const MAX_SEARCH_TEXT = 64 * 1024;

/**
 * In lower case: its name, names and contact details of signees, metadata, and values given to fields with
 * `svc-search-` [2.10-45].
 */
export function searchText(document: DocumentState): string {
  let found = '';
  for (const text of searchTexts(document)) {
    if (text === null || text === '') continue;
    found += found === '' ? text : `\n${text}`;
    if (found.length >= MAX_SEARCH_TEXT) break;
  }
  return found.slice(0, MAX_SEARCH_TEXT).toWellFormed().toLowerCase();
}

function* searchTexts({ name, signees, metadata = {}, fields }: DocumentState) {
  yield name;
  for (const { fullName, emailAddress, phoneNumber } of signees) yield* [fullName, emailAddress, phoneNumber];
  yield* Object.values(metadata);
  const signedValues = signees.flatMap(({ signature }) => signature?.values ?? []);
  for (const { name, value } of [...fields, ...signedValues]) yield* labelledTexts(name, listOf(value));
}

/** Each has to be somewhere in `searchText`. */
export function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Also each word as `label:word` [2.10-46] [2.10-47]. */
function* labelledTexts(fieldName: string, values: readonly string[]) {
  const labels = parseFieldName(fieldName).attributes.flatMap(({ name }) =>
    name.startsWith(SEARCH_ATTRIBUTE) ? [name.slice(SEARCH_ATTRIBUTE.length)] : [],
  );
  if (labels.length === 0) return;
  yield* values;
  const words = values.flatMap(searchWords);
  for (const label of labels) for (const word of words) yield `${label}:${word}`;
}
