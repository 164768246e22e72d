import type { PdfToolkit as FullToolkit } from '@countersign/toolkit';

export type * from '@countersign/toolkit';

/** Inline or on a pool. Rejects with `PdfFault`. */
export type PdfToolkit = Pick<
  FullToolkit,
  | 'admit'
  | 'checkRequest'
  | 'checkSigning'
  | 'checkValues'
  | 'cleanAttachment'
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
