import { groupByIndex, type IndexGroup, type ParsedAttribute, parseFieldName } from './field-names.ts';
import { findAttribute } from './registry.ts';
import { checkAttribute, checkGroup, forbidsManualEntry, type NameWarning } from './warnings.ts';

/** Without the optional members, no field is `required_but_never_filled`. */
export interface DiagnosableField {
  readonly name: string;
  readonly required?: boolean;
  /** The PDF's own flag. */
  readonly readOnly?: boolean;
  readonly filled?: boolean;
  /** If the caller knows the last segment of the name, which may contain periods. */
  readonly attributes?: readonly ParsedAttribute[];
}

type Subject = DiagnosableField & Required<Pick<DiagnosableField, 'attributes'>>;

/** Returns warnings for all field names of one document: by attribute, group, duplicate name, unfillable field. */
export function diagnoseFieldNames(fields: readonly (string | DiagnosableField)[]): NameWarning[] {
  const subjects = fields.map(toSubject);
  const attributed = uniqueByName(subjects.filter(({ attributes }) => attributes.length > 0));
  const groups = groupByIndex(attributed);
  const filled = new Set(groups.filter(({ triggers }) => triggers.length > 0).map(keyOfGroup));
  return [
    ...checkAllAttributes(attributed),
    ...groups.flatMap(checkGroup),
    ...findDuplicates(subjects),
    ...uniqueByName(subjects.filter((subject) => isNeverFilled(subject, filled))).map(neverFilled),
  ];
}

function toSubject(field: string | DiagnosableField): Subject {
  if (typeof field === 'string') return { name: field, attributes: parseFieldName(field).attributes };
  const { name, required = false, readOnly = false, filled = false } = field;
  const attributes = field.attributes ?? parseFieldName(name).attributes;
  return { name, required, readOnly, filled, attributes };
}

function uniqueByName(subjects: readonly Subject[]): readonly Subject[] {
  const seen = new Set<string>();
  return subjects.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** The limit of one form: comparing ten thousand unknown names with all known ones took a minute. */
const MAX_ATTRIBUTE_WARNINGS = 1000;

function checkAllAttributes(subjects: readonly Subject[]): NameWarning[] {
  const warnings: NameWarning[] = [];
  for (const subject of subjects) {
    warnings.push(...checkAttributes(subject));
    if (warnings.length >= MAX_ATTRIBUTE_WARNINGS) break;
  }
  return warnings;
}

/** Real names have up to four. */
const MAX_CHECKED = 100;

function checkAttributes({ name, attributes }: Subject): NameWarning[] {
  return attributes.slice(0, MAX_CHECKED).flatMap((attribute) => checkAttribute(name, attribute) ?? []);
}

function findDuplicates(subjects: readonly Subject[]): NameWarning[] {
  const counts = new Map<string, number>();
  for (const { name } of subjects) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (counts.size === subjects.length) return [];
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([name, count]) => duplicate(name, count, freeName(name, counts)));
}

/** The number is added to the label [D3-39], so that the attributes stay the same. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const pipe = name.indexOf('|', name.lastIndexOf('.') + 1);
  const [label, rest] = pipe < 0 ? [name, ''] : [name.slice(0, pipe), name.slice(pipe)];
  let number = 2;
  while (taken.has(`${label}#${number}${rest}`)) number += 1;
  return `${label}#${number}${rest}`;
}

function duplicate(field: string, count: number, suggestion: string): NameWarning {
  return {
    code: 'duplicate_field_name',
    field,
    suggestion,
    message: `${count} fields share this name; a value given for it goes to all of them.`,
  };
}

function isNeverFilled(subject: Subject, filled: ReadonlySet<string>): boolean {
  if (!subject.required || subject.filled) return false;
  if (!subject.readOnly && !forbidsManualEntry(subject.attributes)) return false;
  return !subject.attributes.some((attribute) => isFilledByService(attribute, filled));
}

function isFilledByService({ name, kind, index }: ParsedAttribute, filled: ReadonlySet<string>): boolean {
  if (kind === 'trigger') return true;
  const group = findAttribute(name)?.group;
  if (!group) return kind === 'auto-populated';
  return index !== undefined && filled.has(keyOfGroup({ group, index }));
}

function keyOfGroup({ group, index }: Pick<IndexGroup, 'group' | 'index'>): string {
  return `${group} ${index}`;
}

function neverFilled({ name }: Subject): NameWarning {
  return {
    code: 'required_but_never_filled',
    field: name,
    message: 'The field is required, but nobody may type into it and nothing fills it.',
  };
}
