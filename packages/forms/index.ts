export { FormError, type FormErrorCode, type FormErrorParams } from './errors.ts';
export type { DisplayedBox, FieldOption, FieldType, FieldWarning, FormField } from './fields/form-field.ts';
export { readFieldValues } from './fields/read-field-values.ts';
export { readFormFields } from './fields/read-form-fields.ts';
