export { completeAppearances } from './annotations/complete-appearances.ts';
export { FormError, type FormErrorCode, type FormErrorParams } from './errors.ts';
export { countFormFields } from './fields/count-form-fields.ts';
export type { FormReading } from './fields/form.ts';
export type { DisplayedBox, FieldOption, FieldType, FieldWarning, FormField } from './fields/form-field.ts';
export { readFieldValues } from './fields/read-field-values.ts';
export { readFormFields } from './fields/read-form-fields.ts';
export { listWidgetsOnPages, type NamedWidget } from './fields/widgets-on-pages.ts';
export { type FlattenReport, flattenForm } from './flatten/flatten-form.ts';
export { adoptUnlistedFields } from './prefill/adopt-fields.ts';
export {
  type CheckedValue,
  checkValues,
  type FieldValue,
  type FillableField,
  type FilledBy,
  type GivenValue,
} from './prefill/check-values.ts';
export { makeMissingAppearances, makeNeededAppearances } from './prefill/make-needed-appearances.ts';
export { needsAppearances } from './prefill/needs-appearances.ts';
export {
  checkFormValues,
  type FillOptions,
  findValueFaults,
  type PrefillReport,
  prefill,
} from './prefill/prefill.ts';
export type { ReadonlyMode } from './prefill/readonly-mode.ts';
export { redrawDifferingFields } from './prefill/redraw-differing.ts';
export type { FormWarning } from './prefill/refresh-appearances.ts';
