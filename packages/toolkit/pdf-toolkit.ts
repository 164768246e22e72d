import type { DisplayedBox, FieldType, FieldValue, FormField, ReadonlyMode } from '@countersign/forms';
import type { SignatureReport, StripReport } from '@countersign/seal';

export type { DisplayedBox, FieldType, FieldValue, FormField, ReadonlyMode, SignatureReport, StripReport };

/** What the toolkit does, the same inline (`inlineToolkit`) and on threads (`createToolkitPool`). */
export interface PdfToolkit {
  /** Says what a file is. Rejects with a fault (`not_a_pdf`, `password_required`, `locked`, `damaged`, `no_pages`, `xfa_not_supported`, `too_complex`). */
  inspectUpload(input: PdfInput, options?: CallOptions): Promise<UploadReport>;
  /** Removes signature fields and signatures; writes the result to `output`. The input stays as it was. */
  stripSignatures(input: PdfInput, output: string, options?: CallOptions): Promise<StripReport>;
  readFields(input: PdfInput, options?: CallOptions): Promise<readonly FormField[]>;
  /** Width and height of every page in displayed points (after Rotate and UserUnit). */
  readPages(input: PdfInput, options?: CallOptions): Promise<readonly PageSize[]>;
  /** Checks boxes against the pages without changing anything; rejects with `box_outside_page` or `page_out_of_range`. */
  checkBoxes(input: PdfInput, boxes: readonly BoxRequest[], options?: CallOptions): Promise<BoxCheck>;
  /** Checks values against the form without changing anything; rejects with the form faults below. */
  checkValues(input: PdfInput, values: readonly FieldValue[], options?: CallOptions): Promise<void>;
  /**
   * Rejects with `text_not_drawable` when no font at hand can draw one of the texts (names that are stamped later).
   */
  checkText(texts: readonly string[], options?: CallOptions): Promise<void>;
  /** Prefills the form and appends new pages for `new_page` boxes; writes the document that people will sign to `output`. */
  prepare(
    input: PdfInput,
    output: string,
    request: PrepareRequest,
    options?: CallOptions,
  ): Promise<PrepareReport>;
  /** Fills the last values, stamps every ink in its box, flattens, appends nothing else, seals. Writes to `output`. */
  complete(
    input: PdfInput,
    output: string,
    request: CompleteRequest,
    options?: CallOptions,
  ): Promise<CompleteReport>;
  /** Seals the document as it is. Writes to `output`. */
  seal(input: PdfInput, output: string, request: SealRequest, options?: CallOptions): Promise<CompleteReport>;
  verify(input: PdfInput, options?: CallOptions): Promise<readonly SignatureReport[]>;
  /** As `prepare`, with the outline and label of every box drawn visibly. For looking at, not for signing. */
  preview(
    input: PdfInput,
    output: string,
    request: PrepareRequest,
    options?: CallOptions,
  ): Promise<PrepareReport>;
  /** One document with the pages and forms of all inputs, in order; equal field names and group indices are told apart. */
  merge(inputs: readonly PdfInput[], output: string, options?: CallOptions): Promise<MergeReport>;
  /** Stops taking work and waits for what runs. */
  close(): Promise<void>;
}

/** A path costs nothing between threads; bytes are transferred and empty at the caller afterwards. */
export type PdfInput = string | Uint8Array;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface UploadReport {
  readonly pages: number;
  readonly repaired: boolean;
  /** Signature fields, signed or not. */
  readonly signatureFields: number;
  readonly signed: number;
  readonly formFields: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface BoxRequest {
  /** Comes back in the placed box: the signee's id. */
  readonly id: string;
  readonly type: 'signature' | 'id_scan';
  readonly placement: 'existing' | 'new_page';
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  /** The signee's name, drawn under a field on a new page. */
  readonly label?: string;
}

export interface PlacedBox extends DisplayedBox {
  readonly id: string;
  readonly type: 'signature' | 'id_scan';
  readonly label?: string;
}

export interface BoxCheck {
  readonly warnings: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}

export interface PrepareRequest {
  readonly values: readonly FieldValue[];
  readonly mode: ReadonlyMode;
  readonly boxes: readonly BoxRequest[];
}

export interface PrepareReport {
  readonly boxes: readonly PlacedBox[];
  readonly pages: number;
}

export interface InkStamp {
  readonly box: PlacedBox;
  /** PNG or JPEG of the drawn ink, transparent, any size. */
  readonly image?: Uint8Array;
  /** Instead of an image: the name as typed, drawn with the text font. */
  readonly typedName?: string;
  /** Small print under the ink, top to bottom: name, date and time, address, method. */
  readonly lines: readonly string[];
}

export interface CompleteRequest {
  readonly values: readonly FieldValue[];
  readonly stamps: readonly InkStamp[];
  readonly seal: SealRequest;
}

export interface SealRequest {
  /** Stands in the signature, for the reader. */
  readonly reason: string;
  /** ISO 8601. */
  readonly signedAt: string;
}

export interface CompleteReport {
  readonly size: number;
  readonly sha256: string;
}

export interface MergeReport {
  readonly pages: number;
  readonly size: number;
  /** Fields that share their name, or their group index, with a field of an earlier input; `input` is 0-based. */
  readonly renamedFields: readonly { readonly input: number; readonly from: string; readonly to: string }[];
}
