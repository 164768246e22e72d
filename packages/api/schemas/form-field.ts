import type { FormField, NamedValue } from '@countersign/signing';
import { z } from 'zod';

/** Displayed points: origin top-left, y down, page from 0. */
export const displayedBox = z.object({
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** A form field as requests and answers name it [D2-01]. */
export const formField = z
  .object({
    name: z.string().meta({ description: 'The key for every value.' }),
    fieldId: z.string(),
    type: z.enum(['checkbox', 'combobox', 'listbox', 'radioButton', 'textField']),
    label: z.string(),
    required: z.boolean(),
    readOnly: z.boolean(),
    editable: z.boolean(),
    boundingBox: displayedBox.nullable(),
    widgets: z.array(displayedBox.extend({ option: z.string().optional() })),
    defaultValues: z.array(z.string()),
    value: z.array(z.string()),
    options: z.array(z.object({ label: z.string(), value: z.string() })),
    multiline: z.boolean(),
    multiSelect: z.boolean(),
    password: z.boolean().meta({ description: 'The input is never shown: `value` has asterisks.' }),
    maxLength: z.int().nullable(),
    attributes: z.array(z.object({ name: z.string(), kind: z.string(), index: z.int().optional() })),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  })
  .meta({ id: 'FormField' });

/** Each name once [2.5-12]. */
export const namedValues = z.array(z.object({ name: z.string(), value: z.array(z.string()) }));

export function presentNamedValues(values: readonly NamedValue[]): z.output<typeof namedValues> {
  return values.map(({ name, value }) => ({ name, value: [...value] }));
}

/** Does not validate, because 20,000 records are validated once in the response. */
export function presentFormField(field: FormField): z.output<typeof formField> {
  return {
    ...field,
    boundingBox: field.boundingBox && { ...field.boundingBox },
    widgets: field.widgets.map((widget) => ({ ...widget })),
    defaultValues: [...field.defaultValues],
    value: [...field.value],
    options: field.options.map((option) => ({ ...option })),
    attributes: field.attributes.map((attribute) => ({ ...attribute })),
    warnings: field.warnings.map((warning) => ({ ...warning })),
  };
}
