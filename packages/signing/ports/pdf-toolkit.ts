import type { PdfToolkit as FullToolkit } from '@countersign/toolkit';

export type * from '@countersign/toolkit';

/** What the product needs from PDFs, inline or on a pool. Its types are those of the toolkit. It rejects with `PdfFault`. */
export type PdfToolkit = Pick<
  FullToolkit,
  | 'admit'
  | 'checkRequest'
  | 'checkSigning'
  | 'close'
  | 'complete'
  | 'merge'
  | 'prepare'
  | 'preview'
  | 'readAttachment'
  | 'readFields'
  | 'readPages'
  | 'verify'
>;
