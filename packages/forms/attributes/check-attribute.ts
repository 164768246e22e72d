import { findNearestName } from './find-nearest-name.ts';
import type { ParsedAttribute } from './parse-field-name.ts';
import { findAttribute, knownAttributeNames } from './registry.ts';
import type { NameWarning } from './warnings.ts';

/** `svc-scan-id1`, `svc-scan-id(1)`, `svc-scan-id-1`. */
const MISWRITTEN_INDEX = /^(.*?)[-_ ([{]*(\d{1,9})[)\]} ]*$/;
const ANY_BRACKETS = /\s*\[[^\]]*\]?$/;
/** The patterns above take quadratic time, and names are shorter. */
const MAX_READ_LENGTH = 100;

export function checkAttribute(field: string, attribute: ParsedAttribute): NameWarning | undefined {
  if (attribute.kind === 'unknown') return explainUnknown(field, attribute.name);
  const spec = findAttribute(attribute.name);
  if (spec?.indexed && attribute.index === undefined)
    return missingIndex(field, attribute.name, spec.name, 1);
  if (!spec?.indexed && attribute.index !== undefined) return indexNotAllowed(field, attribute);
  return undefined;
}

function explainUnknown(field: string, written: string): NameWarning {
  const text = written.slice(0, MAX_READ_LENGTH);
  const [, base = '', digits] = MISWRITTEN_INDEX.exec(text) ?? [];
  if (findAttribute(base)?.indexed) return missingIndex(field, text, base, Number(digits));
  const unbracketed = text.replace(ANY_BRACKETS, '');
  if (findAttribute(unbracketed)?.indexed) return missingIndex(field, text, unbracketed, 1);
  return unknownAttribute(field, text);
}

function unknownAttribute(field: string, text: string): NameWarning {
  const index = /\[\d{1,9}\]$/.exec(text)?.[0] ?? '[1]';
  const nearest = findNearestName(text.replace(ANY_BRACKETS, ''), knownAttributeNames());
  const suggestion = findAttribute(nearest)?.indexed ? `${nearest}${index}` : nearest;
  return {
    code: 'unknown_attribute',
    field,
    attribute: text,
    suggestion,
    message: `"${text}" is not a known attribute and has no effect; the nearest known one is "${suggestion}".`,
  };
}

function missingIndex(field: string, text: string, base: string, index: number): NameWarning {
  const suggestion = `${base}[${index}]`;
  return {
    code: 'missing_index',
    field,
    attribute: text,
    suggestion,
    message: `"${text}" needs an index in square brackets: "${suggestion}".`,
  };
}

function indexNotAllowed(field: string, { name, index }: ParsedAttribute): NameWarning {
  return {
    code: 'index_not_allowed',
    field,
    attribute: `${name}[${index}]`,
    suggestion: name,
    message: `"${name}" takes no index; "[${index}]" has no effect.`,
  };
}
