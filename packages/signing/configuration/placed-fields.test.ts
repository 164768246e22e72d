import { describe, expect, it } from 'vitest';
import { explainIssues } from '../schema-problems.ts';
import { type FormFieldInput, findFormFieldProblems, formField } from './placed-fields.ts';

const BOX = { page: 0, x: 10, y: 10, width: 100, height: 20 };

function problemsOf(...signees: readonly (readonly FormFieldInput[])[]) {
  return findFormFieldProblems(signees.map((formFields) => ({ formFields }))).map(
    ({ path, code, params }) => [
      path.replace(/^signeeDetails\./, ''),
      code === 'invalid_request' ? params.rule : code,
    ],
  );
}

describe('the form fields of signees', () => {
  it('are fields of the file by their name alone, and made with a position', () => {
    expect(problemsOf([{ name: 'Of the file' }, { ...BOX, name: 'New' }], [{ name: 'Other' }])).toEqual([]);
  });

  it('[D10-01] belong to one signee', () => {
    expect(problemsOf([{ name: 'A' }], [{ name: 'A' }])).toEqual([
      ['1.formFields.0.name', 'field_has_another_owner'],
    ]);
    expect(problemsOf([{ name: 'A' }, { name: 'A' }])).toEqual([['0.formFields.1.name', 'repeated']]);
    expect(problemsOf([{ ...BOX, name: 'A' }], [{ name: 'A' }])).toEqual([
      ['1.formFields.0.name', 'field_has_another_owner'],
    ]);
  });

  it('[D10-05] are made once of each name, in whatever case', () => {
    expect(problemsOf([{ ...BOX, name: 'A' }], [{ ...BOX, name: 'A' }])).toEqual([
      ['1.formFields.0.name', 'field_name_taken'],
    ]);
    expect(problemsOf([{ name: 'A' }], [{ ...BOX, name: 'A' }])).toEqual([
      ['1.formFields.0.name', 'field_name_taken'],
    ]);
    expect(problemsOf([{ ...BOX, name: 'A' }], [{ ...BOX, name: 'a' }])).toEqual([]);
  });

  it.each<[string, FormFieldInput, readonly (readonly [string, string])[]]>([
    ['a check box', { ...BOX, name: 'A', type: 'checkbox', multiline: true }, [['multiline', 'field_type']]],
    ['a text', { ...BOX, name: 'A', options: [{ label: 'x' }] }, [['options', 'field_type']]],
    [
      'a radio button',
      { ...BOX, name: 'A', type: 'radioButton' },
      [
        ...['page', 'x', 'y', 'width', 'height'].map((one) => [one, 'field_type'] as const),
        ['buttons', 'required'],
      ],
    ],
    ['a list', { ...BOX, name: 'A', type: 'listbox' }, [['options', 'required']]],
    [
      'a field',
      { name: 'A', label: 'x' },
      [
        ['width', 'required'],
        ['height', 'required'],
        ['page', 'required'],
        ['x', 'required'],
        ['y', 'required'],
      ],
    ],
    [
      'a field with an anchor',
      { ...BOX, name: 'A', anchor: { text: 'x' } },
      [
        ['page', 'either'],
        ['x', 'either'],
        ['y', 'either'],
      ],
    ],
    [
      'a choice',
      { ...BOX, name: 'A', type: 'combobox', options: [{ label: 'x' }, { label: 'y', value: 'x' }] },
      [['options.1.value', 'repeated']],
    ],
    ['a name with a line break', { ...BOX, name: 'A\nB' }, [['name', 'characters']]],
  ])('[D10-03] name the members that do not fit %s', (_, field, expected) => {
    expect(problemsOf([field])).toEqual(expected.map(([path, rule]) => [`0.formFields.0.${path}`, rule]));
  });

  it('are at most 200 in a document', () => {
    const fields = Array.from({ length: 101 }, (_, index) => ({ name: String(index) }));
    const others = fields.map(({ name }) => ({ name: `other ${name}` }));
    expect(problemsOf(fields, others.slice(2))).toEqual([]);
    expect(problemsOf(fields, others)).toEqual([['signeeDetails', 'form_fields']]);
  });

  it('have an anchor in place of a position, whose text is a visible line', () => {
    const field = {
      name: 'A',
      width: 10,
      height: 10,
      anchor: { text: 'Date:', occurrence: 2, dx: -1.5, dy: 4 },
    };
    expect(formField.parse(field)).toEqual(field);
    expect(problemsOf([field])).toEqual([]);
    const wrong = { ...field, width: 0, anchor: { text: ' ', occurrence: 0, dx: '4' } };
    const issues = formField.safeParse(wrong).error?.issues ?? [];
    expect(explainIssues(formField, wrong, issues).map(({ path, params }) => [path, params.rule])).toEqual([
      ['anchor.text', 'length'],
      ['anchor.occurrence', 'whole_number'],
      ['anchor.dx', 'range'],
      ['width', 'range'],
    ]);
  });
});
