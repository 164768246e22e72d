import type { FormField } from '@countersign/forms';
import { expect, test } from 'vitest';
import { describeFields } from './fields.ts';

function field(facts: Partial<FormField> & Pick<FormField, 'name' | 'type'>): FormField {
  const box = { page: 0, x: 72, y: 260.25, width: 220, height: 20 };
  return {
    fieldId: '1-0',
    label: facts.name,
    required: false,
    readOnly: false,
    editable: true,
    boundingBox: box,
    widgets: [box],
    defaultValues: [],
    value: [],
    options: [],
    multiline: false,
    multiSelect: false,
    password: false,
    maxLength: null,
    attributes: [],
    warnings: [],
    ...facts,
  };
}

test('a form is a table, its warnings and a line that sums it up', () => {
  const fields = [
    field({ name: 'fullName', type: 'textField', required: true, value: ['Ada\nLovelace'], maxLength: 40 }),
    field({ name: 'id|svc-scan-id[1]', type: 'textField', readOnly: true, editable: false }),
    field({
      name: 'plan',
      type: 'combobox',
      boundingBox: null,
      widgets: [],
      options: [
        { label: 'Basic', value: 'b' },
        { label: 'Plus', value: 'p' },
      ],
      warnings: [{ code: 'field_not_shown', message: 'No page shows the field.' }],
    }),
  ];
  expect(describeFields('form.pdf', fields).split('\n')).toEqual([
    'form.pdf: 3 form fields',
    '  name               type       page  x     y      size          marks                   value',
    '  fullName           textField  0     72.0  260.3  220.0 x 20.0  required max-40         Ada Lovelace',
    '  id|svc-scan-id[1]  textField  0     72.0  260.3  220.0 x 20.0  read-only not-editable',
    '  plan               combobox   -     -     -      -                                     [b | p]',
    '  ! plan: field_not_shown: No page shows the field.',
    '  2 text, 1 combo box; 1 required, 1 read-only, 1 filled, 1 warnings (pages from 0, points from the top left)',
  ]);
});

test('long names and values are cut, and nothing in them commands the terminal', () => {
  const text = describeFields('form.pdf', [
    field({ name: 'x'.repeat(70), type: 'textField', value: ['\u001b[31mred '.repeat(20)] }),
    field({ name: '', type: 'checkbox' }),
  ]);
  expect(text).toContain(`  ${'x'.repeat(59)}…  `);
  expect(text).not.toContain('\u001b');
  expect(text).toContain('…\n');
  expect(text).toContain('(no name)');
});

test('a file without a form is one line', () => {
  expect(describeFields('form.pdf', [])).toBe('form.pdf: no form fields');
});
