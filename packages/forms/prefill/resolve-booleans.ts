import { invalidArgument } from '@countersign/pdf/arguments';
import { groupBy } from '../attributes/group-by.ts';
import type { Form } from '../fields/form.ts';
import { describeFields } from '../fields/read-form-fields.ts';
import type { FieldValue, GivenValue } from './check-values.ts';

export function resolveBooleans(form: Form, given: readonly GivenValue[]): readonly FieldValue[] {
  if (given.every(isText)) return given;
  const booleans = new Set(given.filter((entry) => !isText(entry)).map(({ name }) => name));
  const named = form.fields.filter(({ name }) => booleans.has(name));
  const byName = groupBy(describeFields({ ...form, fields: named }), ({ name }) => name);
  return given.map((entry, index) => {
    if (isText(entry)) return entry;
    const fields = byName.get(entry.name) ?? [];
    if (!fields.every(({ type }) => type === 'checkbox'))
      throw invalidArgument(`values[${index}].value`, 'a text, since the field is no check box', entry.value);
    const states = fields[0]?.options.map(({ value }) => value) ?? [];
    return { name: entry.name, value: entry.value ? states.slice(0, 1) : [] };
  });
}

function isText(entry: GivenValue): entry is FieldValue {
  return typeof entry.value !== 'boolean';
}
