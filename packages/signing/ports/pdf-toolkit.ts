import type { PdfToolkit as FullToolkit } from '@countersign/toolkit';

export type * from '@countersign/toolkit';

/** What the product needs from PDFs, inline or on a pool. Its types are those of the toolkit. */
export type PdfToolkit = Pick<
  FullToolkit,
  | 'admit'
  | 'checkRequest'
  | 'checkSigning'
  | 'close'
  | 'complete'
  | 'merge'
  | 'prepare'
  | 'readAttachment'
  | 'readFields'
  | 'readPages'
  | 'verify'
>;

/** Rejections of every method: an Error with these members. Anything else is a bug. */
export interface PdfFault extends Error {
  readonly code: PdfFaultCode;
  readonly params: Readonly<Record<string, string | number>>;
}

export type PdfFaultCode =
  // the file
  | 'not_a_pdf'
  | 'password_required'
  | 'locked'
  | 'damaged'
  | 'no_pages'
  | 'xfa_not_supported'
  | 'too_complex'
  | 'file_not_processable'
  // a merge: params bytes
  | 'inputs_too_large'
  // boxes: params page, width, height (of the page, displayed points), x, y, boxWidth, boxHeight
  | 'box_outside_page'
  | 'page_out_of_range'
  // values: params field, and limit, option or format where it applies
  | 'unknown_field'
  | 'field_not_editable'
  | 'option_not_offered'
  | 'value_too_long'
  | 'value_format_invalid'
  | 'too_many_values'
  | 'empty_value'
  | 'text_not_drawable'
  // ink
  | 'image_not_readable'
  // what a seal needs of others and cannot be had now: may be tried again
  | 'signature_unavailable'
  | 'timestamp_unavailable'
  | 'validation_data_unavailable'
  // the pool: may be tried again
  | 'pdf_queue_full'
  | 'pdf_timeout'
  | 'pdf_out_of_memory'
  | 'pdf_worker_crashed'
  | 'pdf_cancelled'
  // the operating system refused to read or write a file; params reason (ENOSPC): may be tried again
  | 'file_access_failed';
