import type { GroupMember, IndexGroup, ParsedAttribute } from './field-names.ts';
import {
  ATTRIBUTES,
  type AttributeKind,
  type AttributeSpec,
  findAttribute,
  knownAttributeNames,
} from './registry.ts';

/** Names are compared by their beginning; attribute names are shorter than 45 characters. */
const MAX_COMPARED_LENGTH = 100;
/** Pairs of characters, of one name with all others: a form may have 15,000 fields. */
const MAX_COMPARED_PAIRS = 500_000;
/** A request may have 15,000 wrong names. */
const MAX_SUGGESTIONS = 10;

export type Suggester = (name: string) => string | undefined;

interface UnknownField {
  readonly field: string;
  readonly nearest?: string;
}

/** What every `unknown_field` says. */
export function describeUnknownField(field: string, suggest: Suggester): UnknownField {
  const nearest = suggest(field);
  return { field, ...(nearest && { nearest }) };
}

/** Returns the nearest of the known names, for the first ten names that it is asked about. */
export function createSuggester(listKnown: () => readonly string[]): Suggester {
  const suggestions = new Map<string, string>();
  return (name) => {
    const suggestion = suggestions.get(name);
    if (suggestion !== undefined || suggestions.size === MAX_SUGGESTIONS) return suggestion;
    const nearest = findNearestName(name, listKnown());
    suggestions.set(name, nearest);
    return nearest;
  };
}

/** Compares edit distances, ignoring case. Of too many names, those of the most similar length are compared. */
export function findNearestName(name: string, known: readonly string[]): string {
  const compared = toCompared(name);
  const candidates = known
    .map((candidate) => ({ candidate, difference: Math.abs(lengthOf(candidate) - compared.length) }))
    .sort((first, second) => first.difference - second.difference);
  let nearest = '';
  let least = Number.POSITIVE_INFINITY;
  let pairs = 0;
  for (const { candidate, difference } of candidates) {
    // The distance is at least the difference of the lengths.
    if (difference >= least || pairs > MAX_COMPARED_PAIRS) break;
    const other = toCompared(candidate);
    pairs += compared.length * other.length;
    const distance = editDistance(compared, other);
    if (distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

function lengthOf(name: string): number {
  return Math.min(name.length, MAX_COMPARED_LENGTH);
}

function toCompared(name: string): string {
  return name.slice(0, MAX_COMPARED_LENGTH).toLowerCase();
}

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line++) {
    row = nextRow(row, a.charAt(line - 1), b, line);
  }
  return row[b.length] ?? 0;
}

function nextRow(above: readonly number[], char: string, b: string, line: number): number[] {
  const row = [line];
  for (let column = 1; column <= b.length; column++) {
    const replaced = (above[column - 1] ?? 0) + (b.charAt(column - 1) === char ? 0 : 1);
    row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
  }
  return row;
}

/** Warnings about field names. The code is stable; the message is English text for people. */
export type NameWarningCode =
  /** `suggestion` is the nearest known attribute. */
  | 'unknown_attribute'
  /** `suggestion` is the attribute with an index. */
  | 'missing_index'
  /** `suggestion` is the attribute without it. */
  | 'index_not_allowed'
  /** `suggestion` is a trigger for the field. */
  | 'receiver_without_trigger'
  /** `suggestion` is a receiver of the result. */
  | 'trigger_without_receiver'
  /** The index has several triggers, of which one fills all fields. */
  | 'several_triggers_for_index'
  /** `suggestion` is a free name. */
  | 'duplicate_field_name'
  | 'required_but_never_filled';

export interface NameWarning {
  readonly code: NameWarningCode;
  /** The fully qualified name. */
  readonly field: string;
  readonly message: string;
  readonly attribute?: string;
  readonly suggestion?: string;
}

/** Matches `svc-scan-id1`, `svc-scan-id(1)` and `svc-scan-id-1`. */
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

export function checkGroup(group: IndexGroup): NameWarning[] {
  return [...checkReceivers(group), ...checkTriggers(group), ...checkCompetingTriggers(group)];
}

function checkReceivers({ triggers, receivers }: IndexGroup): NameWarning[] {
  if (triggers.length > 0) return [];
  return receivers.map((receiver) =>
    warn(
      'receiver_without_trigger',
      receiver,
      (name, add) => `Nothing fills "${name}"; "${add}" in a field would.`,
    ),
  );
}

function checkTriggers({ triggers, receivers }: IndexGroup): NameWarning[] {
  if (receivers.length > 0) return [];
  return triggers
    .filter(({ spec }) => spec.needsReceiver)
    .map((trigger) =>
      warn(
        'trigger_without_receiver',
        trigger,
        (name, add) => `The result of "${name}" goes into no field; "${add}" in one would take it.`,
      ),
    );
}

function checkCompetingTriggers({ triggers }: IndexGroup): NameWarning[] {
  if (triggers.length < 2) return [];
  return triggers.map((trigger) =>
    warn(
      'several_triggers_for_index',
      trigger,
      (name) => `"${name}" is one of ${triggers.length} triggers of its index; operating one fills them all.`,
    ),
  );
}

function warn(
  code: NameWarningCode,
  { field, spec, index }: GroupMember,
  say: (attribute: string, suggestion?: string) => string,
): NameWarning {
  const attribute = `${spec.name}[${index}]`;
  const wanted = WANTED.get(code);
  const other = wanted && ATTRIBUTES.find(({ group, kind }) => group === spec.group && kind === wanted);
  if (!other) return { code, field, attribute, message: say(attribute) };
  const suggestion = `${other.name}[${index}]`;
  return { code, field, attribute, suggestion, message: say(attribute, suggestion) };
}

const WANTED: ReadonlyMap<NameWarningCode, AttributeSpec['kind']> = new Map([
  ['receiver_without_trigger', 'trigger'],
  ['trigger_without_receiver', 'auto-populated'],
]);

interface NamedAttribute {
  readonly name: string;
  readonly kind: AttributeKind;
}

/** Filled by the service, never through the API [D2-13] [D2-14]. */
const FILLED_BY_SERVICE: ReadonlySet<AttributeKind> = new Set(['trigger', 'auto-populated', 'image']);

/** Returns whether these attributes forbid typing. */
export function forbidsManualEntry(attributes: readonly NamedAttribute[]): boolean {
  return attributes.some(({ name }) => findAttribute(name)?.forbidsManualEntry === true);
}

/** Returns whether a value may be given through the API. */
export function allowsPrefill(attributes: readonly NamedAttribute[]): boolean {
  return !attributes.some(({ kind }) => FILLED_BY_SERVICE.has(kind));
}
