import { expect, test } from 'vitest';
import { parseFieldName, parseNameSegment } from './field-names.ts';

test('a name without pipe is all label', () => {
  expect(parseFieldName('Full name')).toEqual({ label: 'Full name', attributes: [] });
});

test('[2.10-01] [2.10-02] [2.10-03] [D2-11] reads label, attributes and indexes in order', () => {
  expect(
    parseFieldName('Org|svc-orgnumber-verification[12]|svc-verified-orgnumber[12]|svc-style-transparent'),
  ).toEqual({
    label: 'Org',
    attributes: [
      { name: 'svc-orgnumber-verification', kind: 'trigger', index: 12 },
      { name: 'svc-verified-orgnumber', kind: 'auto-populated', index: 12 },
      { name: 'svc-style-transparent', kind: 'formatting' },
    ],
  });
});

test('takes the last segment of a qualified name only', () => {
  expect(parseFieldName('page1|svc-date-now.Mobile|svc-format-mobile')).toEqual({
    label: 'Mobile',
    attributes: [{ name: 'svc-format-mobile', kind: 'formatting' }],
  });
});

test('a segment given alone keeps its periods', () => {
  expect(parseNameSegment('Tel. no|svc-format-mobile').label).toBe('Tel. no');
});

test('an empty label is empty', () => {
  expect(parseFieldName('|svc-date-now').label).toBe('');
});

test.each(['svc-format-date', 'svc-scan-id1', 'svc-scan-id[a]', 'date', ''])(
  'keeps "%s" as unknown',
  (text) => {
    expect(parseFieldName(`Label|${text}`).attributes).toEqual([{ name: text, kind: 'unknown' }]);
  },
);

test('spaces around an attribute do not hide it', () => {
  expect(parseFieldName('Date | svc-date-now ').attributes).toEqual([
    { name: 'svc-date-now', kind: 'auto-populated' },
  ]);
});

test('a known attribute keeps its kind when its index is missing or too much', () => {
  expect(parseFieldName('a|svc-scan-id|svc-date-now[2]').attributes).toEqual([
    { name: 'svc-scan-id', kind: 'trigger' },
    { name: 'svc-date-now', kind: 'auto-populated', index: 2 },
  ]);
});
