import { expect, test } from 'vitest';
import { groupByIndex, parseFieldName } from './field-names.ts';

const named = (name: string) => ({ name, attributes: parseFieldName(name).attributes });

test('[2.10-04] gathers triggers and receivers by group and index', () => {
  const groups = groupByIndex(
    [
      'a|svc-scan-id[1]',
      'b|svc-scanned-id-mrz-firstname[1]',
      'c|svc-scan-id[2]',
      'd|svc-upload-attachment[1]',
      'e',
    ].map(named),
  );
  const brief = groups.map(({ group, index, triggers, receivers }) => [
    group,
    index,
    triggers.map(({ field }) => field),
    receivers.map(({ field }) => field),
  ]);
  expect(brief).toEqual([
    ['scan', 1, ['a|svc-scan-id[1]'], ['b|svc-scanned-id-mrz-firstname[1]']],
    ['scan', 2, ['c|svc-scan-id[2]'], []],
    ['attachment', 1, ['d|svc-upload-attachment[1]'], []],
  ]);
});
