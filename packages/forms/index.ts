export { completeAppearances } from './annotations/complete-appearances.ts';
export { hasArchivableAppearances } from './appearances/archivable.ts';
export {
  type AddFieldsReport,
  addFields,
  findNewFieldFaults,
  type NewFieldFault,
} from './create/add-fields.ts';
export type {
  Alignment,
  NewCheckBox,
  NewComboBox,
  NewField,
  NewFieldType,
  NewListBox,
  NewOption,
  NewRadioButton,
  NewRadioGroup,
  NewTextField,
  RgbColor,
} from './create/new-field.ts';
export { type EditReport, type RemoveFieldOptions, removeField, renameField } from './edit-fields.ts';
export { FormError, type FormErrorCode, type FormErrorParams } from './errors.ts';
export { keepDateFormats } from './fields/date-fields.ts';
export type { DisplayedBox, FieldWarning } from './fields/field-dict.ts';
export type { FieldOption, FieldType, FormField } from './fields/field-kind.ts';
export { countFormFields, type FormReading } from './fields/form.ts';
export { readFieldValues, readFormFields } from './fields/form-fields.ts';
export { listWidgetsOnPages, type NamedWidget } from './fields/widgets-on-pages.ts';
export { type FlattenOptions, type FlattenReport, flattenForm } from './flatten.ts';
export { adoptUnlistedFields } from './prefill/adopt-fields.ts';
export {
  type CheckedValue,
  checkValues,
  type FieldValue,
  type FillableField,
  type FilledBy,
  type GivenValue,
  type ValueStyle,
} from './prefill/check-values.ts';
export {
  checkFormValues,
  type FillOptions,
  findValueFaults,
  type PrefillReport,
  prefill,
} from './prefill/prefill.ts';
export { redrawDifferingFields } from './prefill/redraw-differing.ts';
export {
  type DrawnAppearances,
  drawMissingAppearances,
  type FormWarning,
  makeNeededAppearances,
  needsAppearances,
} from './prefill/refresh-appearances.ts';
export type { ReadonlyMode } from './prefill/write-value.ts';
