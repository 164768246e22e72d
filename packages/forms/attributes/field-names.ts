import {
  type AttributeGroup,
  type AttributeKind,
  type AttributeSpec,
  FRONT_IMAGE_RATIO,
  findAttribute,
} from './registry.ts';

/** `Map.groupBy`, which Node 20 does not have. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export interface ParsedAttribute {
  /** The name without index, or as written if the attribute is not known. */
  readonly name: string;
  readonly kind: AttributeKind;
  readonly index?: number | undefined;
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

export interface GroupMember {
  readonly field: string;
  readonly spec: AttributeSpec;
  readonly index: number;
}

/** All fields that one operation of a trigger fills together. */
export interface IndexGroup {
  readonly group: AttributeGroup;
  readonly index: number;
  readonly triggers: readonly GroupMember[];
  readonly receivers: readonly GroupMember[];
}

export interface NamedField {
  readonly name: string;
  readonly attributes: readonly ParsedAttribute[];
}

export function groupByIndex(fields: readonly NamedField[]): readonly IndexGroup[] {
  const members = fields.flatMap(groupMembers);
  const byKey = groupBy(members, ({ spec, index }) => `${spec.group} ${index}`);
  return [...byKey.values()].flatMap((group) => toIndexGroup(group));
}

function groupMembers({ name, attributes }: NamedField): GroupMember[] {
  return attributes.flatMap((attribute) => {
    const spec = findAttribute(attribute.name);
    if (!spec?.group || attribute.index === undefined) return [];
    return [{ field: name, spec, index: attribute.index }];
  });
}

function toIndexGroup(members: readonly GroupMember[]): IndexGroup[] {
  const [first] = members;
  if (!first?.spec.group) return [];
  const isTrigger = ({ spec }: GroupMember) => spec.kind === 'trigger';
  return [
    {
      group: first.spec.group,
      index: first.index,
      triggers: members.filter(isTrigger),
      receivers: members.filter((member) => !isTrigger(member)),
    },
  ];
}

/** What operating a trigger of a group writes to one field. */
export type Fill = TextFill | ImageFill;

export interface TextFill {
  readonly kind: 'text';
  readonly field: string;
  /** Which of the results, without index: `svc-scanned-id-mrz-firstname`. */
  readonly attribute: string;
}

/** An image keeps its aspect ratio and is centred in the field [D3-14]. */
export interface ImageFill {
  readonly kind: 'image';
  readonly field: string;
  /** The attribute of the image, or of the trigger for the front image, without index. */
  readonly attribute: string;
  /** Width to height of the captured image. */
  readonly aspectRatio: readonly [number, number];
  /** What happens if the scan has no such image; a scan without a front fails. */
  readonly whenMissing: NonNullable<AttributeSpec['whenMissing']>;
}

/** A text replaces images; of several the last one wins; a scan trigger alone becomes the front image [D3-09]. */
export function listFills({ triggers, receivers }: IndexGroup): readonly Fill[] {
  if (triggers.length === 0) return [];
  const byField = groupBy([...triggers, ...receivers], ({ field }) => field);
  return [...byField].flatMap(([field, members]) => fillOf(field, members) ?? []);
}

function fillOf(field: string, members: readonly GroupMember[]): Fill | undefined {
  const lastOf = (kind: AttributeSpec['kind']) => members.findLast(({ spec }) => spec.kind === kind)?.spec;
  const text = lastOf('auto-populated');
  if (text) return { kind: 'text', field, attribute: text.name };
  const image = lastOf('image');
  if (image) return imageFill(field, image, image.aspectRatio);
  const trigger = lastOf('trigger');
  return trigger?.group === 'scan' ? imageFill(field, trigger, FRONT_IMAGE_RATIO) : undefined;
}

function imageFill(
  field: string,
  { name, whenMissing = 'scan_fails' }: AttributeSpec,
  aspectRatio: readonly [number, number] = FRONT_IMAGE_RATIO,
): ImageFill {
  return { kind: 'image', field, attribute: name, aspectRatio, whenMissing };
}
