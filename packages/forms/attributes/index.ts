export { dialledNumber, isEmailAddress, isPhoneNumber } from './contact-syntax.ts';
export { type DiagnosableField, diagnoseFieldNames } from './diagnose-field-names.ts';
export { allowsPrefill, forbidsManualEntry } from './entry-rules.ts';
export {
  createSuggester,
  describeUnknownField,
  type Suggester,
} from './find-nearest-name.ts';
export { findBrokenFormat, isSwedishMobileNumber, listFormats } from './format-rules.ts';
export { type Fill, type ImageFill, listFills, type TextFill } from './group-fills.ts';
export { type GroupMember, groupByIndex, type IndexGroup, type NamedField } from './index-groups.ts';
export {
  type ParsedAttribute,
  type ParsedFieldName,
  parseFieldName,
  parseNameSegment,
} from './parse-field-name.ts';
export {
  ATTRIBUTES,
  type AttributeFormat,
  type AttributeGroup,
  type AttributeKind,
  type AttributeSource,
  type AttributeSpec,
  FRONT_IMAGE_RATIO,
  findAttribute,
  knownAttributeNames,
} from './registry.ts';
export type { NameWarning, NameWarningCode } from './warnings.ts';
