export { DAY_FORMATS, type DayFormat, EXAMPLE_DAY, formatDay, parseDay } from './days.ts';
export { type DiagnosableField, diagnoseFieldNames } from './diagnosis.ts';
export {
  type Fill,
  type GroupMember,
  groupByIndex,
  type ImageFill,
  type IndexGroup,
  listFills,
  type NamedField,
  type ParsedAttribute,
  type ParsedFieldName,
  parseFieldName,
  parseNameSegment,
  type TextFill,
} from './field-names.ts';
export {
  ATTRIBUTES,
  type AttributeFormat,
  type AttributeGroup,
  type AttributeKind,
  type AttributeSource,
  type AttributeSpec,
  dialledNumber,
  FRONT_IMAGE_RATIO,
  findAttribute,
  findBrokenFormat,
  isEmailAddress,
  isPhoneNumber,
  isSwedishMobileNumber,
  knownAttributeNames,
  listFormats,
} from './registry.ts';
export {
  allowsPrefill,
  createSuggester,
  describeUnknownField,
  forbidsManualEntry,
  type NameWarning,
  type NameWarningCode,
  type Suggester,
} from './warnings.ts';
