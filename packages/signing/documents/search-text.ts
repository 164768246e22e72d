import { parseFieldName } from '@countersign/forms/attributes';
import type { DocumentState } from './document.ts';
import { listOf } from './field-entries.ts';

const SEARCH_ATTRIBUTE = 'svc-search-';

/**
 * In lower case: its name, names and contact details of signees, metadata, and values given to fields with
 * `svc-search-` [2.10-45].
 */
export function searchText(document: DocumentState): string {
  const { name, signees, metadata = {}, fields } = document;
  const signedValues = signees.flatMap(({ signature }) => signature?.values ?? []);
  return [
    name,
    ...signees.flatMap(({ fullName, emailAddress, phoneNumber }) => [fullName, emailAddress, phoneNumber]),
    ...Object.values(metadata),
    ...[...fields, ...signedValues].flatMap(({ name, value }) => labelledTexts(name, listOf(value))),
  ]
    .filter((text) => text !== null && text !== '')
    .join('\n')
    .toLowerCase();
}

/** Each has to be somewhere in `searchText`. */
export function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Also each word as `label:word` [2.10-46] [2.10-47]. */
function labelledTexts(fieldName: string, values: readonly string[]): readonly string[] {
  const labels = parseFieldName(fieldName).attributes.flatMap(({ name }) =>
    name.startsWith(SEARCH_ATTRIBUTE) ? [name.slice(SEARCH_ATTRIBUTE.length)] : [],
  );
  if (labels.length === 0) return [];
  const words = values.flatMap(searchWords);
  return [...values, ...labels.flatMap((label) => words.map((word) => `${label}:${word}`))];
}
