import { parseFieldName } from '@countersign/forms/attributes';
import type { DocumentState } from './document.ts';

const SEARCH_ATTRIBUTE = 'svc-search-';

/**
 * Returns everything that a document is found by, in lower case: its name, names and contact details of signees, metadata, and
 * values given to fields with `svc-search-` [2.10-45].
 */
export function searchText(document: DocumentState): string {
  const { name, signees, metadata = {}, fields } = document;
  const signedValues = signees.flatMap(({ signature }) => signature?.values ?? []);
  return [
    name,
    ...signees.flatMap(({ fullName, emailAddress, phoneNumber }) => [fullName, emailAddress, phoneNumber]),
    ...Object.values(metadata),
    ...[...fields, ...signedValues].filter((field) => isSearchable(field.name)).flatMap(({ value }) => value),
  ]
    .filter((text) => text !== null && text !== '')
    .join('\n')
    .toLowerCase();
}

/** Returns the words that a document has to contain, each anywhere. */
export function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function isSearchable(fieldName: string): boolean {
  return parseFieldName(fieldName).attributes.some(({ name }) => name.startsWith(SEARCH_ATTRIBUTE));
}
