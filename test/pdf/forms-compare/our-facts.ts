import type { PdfFile } from '@countersign/pdf';
import { readForm } from '../../../packages/forms/fields/form.ts';
import { describeFields } from '../../../packages/forms/fields/form-fields.ts';
import { flagNames, formatBox, joinFacts, type StatedFacts } from './field-facts.ts';

/** Our field records, with other flags from the underlying dictionaries. */
export function readOurFacts(file: PdfFile): Map<string, StatedFacts> {
  const form = readForm(file);
  const flagsOf = new Map(form.fields.map(({ type, name, flags }) => [`${type} ${name}`, flags]));
  return joinFacts(describeFields(form).map((field) => toFacts(field, flagsOf)));
}

type Field = ReturnType<typeof describeFields>[number];

const IN_RECORD = new Set(['required', 'readOnly', 'multiline', 'multiSelect']);

function toFacts(field: Field, flagsOf: ReadonlyMap<string, number>): StatedFacts {
  const { name, type, maxLength, widgets, options } = field;
  const isButton = type === 'checkbox' || type === 'radioButton';
  const shown = widgets.filter(({ option }) => option !== undefined && field.value.includes(option));
  const rest = flagNames(type, flagsOf.get(`${type} ${name}`) ?? 0).filter((flag) => !IN_RECORD.has(flag));
  const inRecord = [...IN_RECORD].filter((flag) => field[flag as 'required' | 'readOnly' | 'multiline']);
  return {
    name,
    type,
    maxLength,
    flags: [...inRecord, ...rest].sort(),
    boxes: widgets.map(formatBox).sort(),
    ...(isButton
      ? { shown: shown.map(formatBox).sort() }
      : { value: field.value, defaultValue: field.defaultValues }),
    ...(isButton ? {} : { options: options.map(({ value, label }) => `${value} = ${label}`) }),
  };
}
