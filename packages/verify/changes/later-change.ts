/** Kinds of changes after a signature; each includes those before it. */
export const CHANGE_KINDS = [
  'none',
  'validation_data',
  'signature',
  'form_filling',
  'annotations',
  'other',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The permission that a change needs: see `isAllowed`. */
type ChangeNeed = 'nothing' | 'sign' | 'sign_visibly' | 'fill' | 'alter' | 'annotate' | 'impossible';

interface ChangeType {
  readonly kind: ChangeKind;
  readonly need: ChangeNeed;
  readonly sentence: string;
}

const VALIDATION = { kind: 'validation_data', need: 'nothing' } as const;
const ANNOTATION = { kind: 'annotations', need: 'impossible' } as const;
const OTHER = { kind: 'other', need: 'impossible' } as const;

/** All changes. Codes are stable; translations have the same parameters. */
export const LATER_CHANGES = {
  security_store: { ...VALIDATION, sentence: 'Validation data was added' },
  document_timestamp: { ...VALIDATION, sentence: 'The document timestamp "{field}" was added' },
  modification_date: { ...VALIDATION, sentence: 'The modification date was updated' },
  extension: { ...VALIDATION, sentence: 'A developer extension was announced' },
  signature: { kind: 'signature', need: 'sign', sentence: 'The signature "{field}" was added' },
  visible_signature: {
    kind: 'signature',
    need: 'sign_visibly',
    sentence: 'The visible signature "{field}" was added on page {page}',
  },
  empty_field_added: {
    kind: 'signature',
    need: 'sign',
    sentence: 'The empty signature field "{field}" was added',
  },
  field_signed: { kind: 'signature', need: 'sign', sentence: 'The empty field "{field}" was signed' },
  field_filled: {
    kind: 'form_filling',
    need: 'fill',
    sentence: 'The empty field "{field}" was filled in',
  },
  field_altered: {
    kind: 'form_filling',
    need: 'alter',
    sentence: 'The value of the field "{field}" was changed',
  },
  note_added: { kind: 'annotations', need: 'annotate', sentence: 'A note was added on page {page}' },
  annotation_added: { ...ANNOTATION, sentence: 'An annotation ({type}) was added on page {page}' },
  annotation_changed: { ...ANNOTATION, sentence: 'An annotation ({type}) was changed (object {object})' },
  annotation_removed: { ...ANNOTATION, sentence: 'An annotation was removed from page {page}' },
  signature_covers_page: {
    ...ANNOTATION,
    sentence: 'The signature "{field}" covers a large part of page {page}',
  },
  field_covers_page: {
    ...ANNOTATION,
    sentence: 'The filled-in field "{field}" covers a large part of page {page}',
  },
  page_changed: { ...OTHER, sentence: 'Page {page} was changed: {key}' },
  page_content_changed: { ...OTHER, sentence: 'What page {page} shows was changed (object {object})' },
  pages_changed: { ...OTHER, sentence: 'Pages were added, removed, moved or changed together' },
  catalog_changed: { ...OTHER, sentence: 'The document catalog was changed: {key}' },
  form_changed: { ...OTHER, sentence: 'The form was changed: {key}' },
  field_changed: { ...OTHER, sentence: 'The field "{field}" was changed: {key}' },
  field_added: { ...OTHER, sentence: 'The field "{field}" was added' },
  field_removed: { ...OTHER, sentence: 'The field "{field}" was removed' },
  signature_changed: { ...OTHER, sentence: 'The signature "{field}" was changed' },
  information_changed: { ...OTHER, sentence: 'The document information was changed: {key}' },
  metadata_changed: { ...OTHER, sentence: 'The XMP metadata was changed' },
  trailer_changed: { ...OTHER, sentence: 'The trailer was changed: {key}' },
  object_changed: { ...OTHER, sentence: 'Object {object} was changed' },
  object_defined: {
    ...OTHER,
    sentence: 'Object {object}, which the signed part refers to and does not have, was added',
  },
  bytes_appended: { ...OTHER, sentence: 'Bytes were appended that are not a revision of the document' },
  signed_elsewhere: {
    ...OTHER,
    sentence: 'The signature "{field}" is not part of the revision that it covers',
  },
  not_comparable: { ...OTHER, sentence: 'The added part cannot be compared with what was signed' },
} as const satisfies Readonly<Record<string, ChangeType>>;

/** Stable code of a change. */
export type LaterChangeCode = keyof typeof LATER_CHANGES;

export interface LaterChange {
  readonly code: LaterChangeCode;
  readonly kind: ChangeKind;
  readonly message: string;
  /** Pages count from 1. */
  readonly params: Readonly<Record<string, string | number>>;
}

export function laterChange(code: LaterChangeCode, params: LaterChange['params'] = {}): LaterChange {
  const { kind, sentence } = LATER_CHANGES[code];
  const message = sentence.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
  return { code, kind, message, params };
}

export function gravestKind(changes: readonly LaterChange[]): ChangeKind {
  const gravest = Math.max(0, ...changes.map(({ kind }) => CHANGE_KINDS.indexOf(kind)));
  return CHANGE_KINDS[gravest] ?? 'other';
}
