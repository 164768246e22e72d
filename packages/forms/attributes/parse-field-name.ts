import { type AttributeKind, findAttribute } from './registry.ts';

export interface ParsedAttribute {
  /** Without index; as written if it is not a known attribute. */
  readonly name: string;
  readonly kind: AttributeKind;
  readonly index?: number;
}

export interface ParsedFieldName {
  /** The last name segment up to its first pipe, exactly as written. */
  readonly label: string;
  readonly attributes: readonly ParsedAttribute[];
}

/** Nine digits keep the index an exact integer. */
const WITH_INDEX = /^(.+)\[(\d{1,9})\]$/;

/** Parses label and attributes of the last segment (`parent.label|svc-date-now`). */
export function parseFieldName(name: string): ParsedFieldName {
  return parseNameSegment(name.slice(name.lastIndexOf('.') + 1));
}

const NO_ATTRIBUTES: readonly ParsedAttribute[] = [];

export function parseNameSegment(segment: string): ParsedFieldName {
  if (!segment.includes('|')) return { label: segment, attributes: NO_ATTRIBUTES };
  const [label = '', ...parts] = segment.split('|');
  return { label, attributes: parts.map((part) => parseAttribute(part.trim())) };
}

function parseAttribute(text: string): ParsedAttribute {
  const match = WITH_INDEX.exec(text);
  const name = match?.[1] ?? text;
  const spec = findAttribute(name);
  if (!spec) return { name: text, kind: 'unknown' };
  if (match === null) return { name, kind: spec.kind };
  return { name, kind: spec.kind, index: Number(match[2]) };
}
