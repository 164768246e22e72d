import { groupBy } from './group-by.ts';
import type { ParsedAttribute } from './parse-field-name.ts';
import { type AttributeGroup, type AttributeSpec, findAttribute } from './registry.ts';

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
