/** /Ff (ISO 32000-1 tables 221, 226, 228, 230); the standard counts bits from 1. */
export const FieldFlag = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  fileSelect: 1 << 20,
  multiSelect: 1 << 21,
  comb: 1 << 24,
  /** The same bit on a radio group and on a text field. */
  radiosInUnison: 1 << 25,
  richText: 1 << 25,
} as const;

/** /F (ISO 32000-1 table 165). */
export const AnnotationFlag = {
  hidden: 1 << 1,
  noRotate: 1 << 4,
  noView: 1 << 5,
} as const;
