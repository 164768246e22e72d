import type { FormField } from '@countersign/signing';

/** An editable text field, with changes. */
export function buildField(change: Partial<FormField> = {}): FormField {
  const box = { page: 0, x: 100, y: 100, width: 200, height: 20 };
  return {
    name: 'field',
    fieldId: 'field',
    type: 'textField',
    label: 'Field',
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
    ...change,
  };
}
