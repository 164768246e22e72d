import type { GroupMember, IndexGroup } from './index-groups.ts';
import type { NameWarning, NameWarningCode } from './warnings.ts';

/** What is wrong between the triggers and the receivers of one index. */
export function checkGroup(group: IndexGroup): NameWarning[] {
  return [...checkReceivers(group), ...checkTriggers(group), ...checkCompetingTriggers(group)];
}

function checkReceivers({ triggers, receivers }: IndexGroup): NameWarning[] {
  if (triggers.length > 0) return [];
  return receivers.map((receiver) =>
    warn('receiver_without_trigger', receiver, (name) => `No trigger of the same index fills "${name}".`),
  );
}

function checkTriggers({ triggers, receivers }: IndexGroup): NameWarning[] {
  if (receivers.length > 0) return [];
  return triggers
    .filter(({ spec }) => spec.needsReceiver)
    .map((trigger) =>
      warn('trigger_without_receiver', trigger, (name) => `No field of the same index receives "${name}".`),
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
  say: (attribute: string) => string,
): NameWarning {
  const attribute = `${spec.name}[${index}]`;
  return { code, field, attribute, message: say(attribute) };
}
