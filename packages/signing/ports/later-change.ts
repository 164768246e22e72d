import type { SignatureReport } from '@countersign/toolkit';

export type LaterChange = SignatureReport['changes'][number];

/** How much changed after a signature; each level includes those before. */
export const CHANGE_KINDS = [
  'none',
  'validation_data',
  'signature',
  'form_filling',
  'annotations',
  'other',
] as const satisfies readonly ChangeKind[];

export type ChangeKind = SignatureReport['laterChanges'];

/** All kinds of changes after a signature. */
export const LATER_CHANGE_CODES = [
  'security_store',
  'document_timestamp',
  'modification_date',
  'extension',
  'signature',
  'visible_signature',
  'field_signed',
  'field_filled',
  'field_altered',
  'note_added',
  'annotation_added',
  'annotation_changed',
  'annotation_removed',
  'signature_covers_page',
  'page_changed',
  'page_content_changed',
  'pages_changed',
  'catalog_changed',
  'form_changed',
  'field_changed',
  'field_added',
  'field_removed',
  'signature_changed',
  'information_changed',
  'metadata_changed',
  'trailer_changed',
  'object_changed',
  'object_defined',
  'bytes_appended',
  'signed_elsewhere',
  'not_comparable',
] as const satisfies readonly LaterChangeCode[];

export type LaterChangeCode = LaterChange['code'];
