import type { GroupMember, IndexGroup } from './index-groups.ts';
import { ATTRIBUTES, type AttributeSpec } from './registry.ts';
import type { NameWarning, NameWarningCode } from './warnings.ts';

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
