import type { FormField } from '@countersign/signing';
import { textField } from '@countersign/signing/testing';

/** The field is editable and visible. */
export function buildField(change: Partial<FormField> = {}): FormField {
  const box = { page: 0, x: 100, y: 100, width: 200, height: 20 };
  return textField('field', { label: 'Field', boundingBox: box, widgets: [box], ...change });
}
