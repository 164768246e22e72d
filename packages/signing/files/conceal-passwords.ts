import type { FormField } from '../ports/pdf-toolkit.ts';

/** Some files have them in clear. */
export function concealPasswords(fields: readonly FormField[]): readonly FormField[] {
  return fields.map((field) => (field.password ? concealed(field) : field));
}

function concealed(field: FormField): FormField {
  return {
    ...field,
    value: field.value.map(asterisksFor),
    defaultValues: field.defaultValues.map(asterisksFor),
  };
}

export function asterisksFor(text: string): string {
  return '*'.repeat(Array.from(text).length);
}
