import type { SignatureFont } from '../documents/signature-fonts.ts';
import type { ChangeKind, LaterChange } from './later-change.ts';
import type { SignatureProblem } from './signature-problem.ts';

/** What the product needs from PDFs. Implemented by `@countersign/toolkit`, inline or on a thread pool. */
export interface PdfToolkit {
  /** Says what a file is. Rejects with a fault (`not_a_pdf`, `password_required`, `locked`, `damaged`, `no_pages`, `xfa_not_supported`, `too_complex`). */
  inspectUpload(input: PdfInput, options?: CallOptions): Promise<UploadReport>;
  /**
   * Removes signature fields, signatures and active content; writes the result to `output`, rewritten when something was
   * removed or the input had to be repaired. The input stays as it was.
   */
  strip(input: PdfInput, output: string, options?: CallOptions): Promise<StripReport>;
  readFields(input: PdfInput, options?: CallOptions): Promise<readonly FormField[]>;
  /** Width and height of every page in displayed points (after Rotate and UserUnit). */
  readPages(input: PdfInput, options?: CallOptions): Promise<readonly PageSize[]>;
  /**
   * Checks what a document asks of its file, without changing anything: names that can be drawn (`text_not_drawable`, params
   * `character`), boxes (`box_outside_page`, `page_out_of_range`), values (the form faults below, params `field`), in this order.
   */
  checkRequest(input: PdfInput, request: DocumentRequest, options?: CallOptions): Promise<RequestCheck>;
  /**
   * Checks what somebody signs with: values as a signee may give them (params `field`), then a typed name
   * (`text_not_drawable`) or drawn ink (`image_not_readable`: not a PNG or JPEG, broken, too large, or nothing on it).
   */
  checkSigning(input: PdfInput, request: SigningRequest, options?: CallOptions): Promise<ValueCheck>;
  /** Prefills the form and appends new pages for `new_page` boxes; writes the document that people will sign to `output`. */
  prepare(
    input: PdfInput,
    output: string,
    request: PrepareRequest,
    options?: CallOptions,
  ): Promise<PrepareReport>;
  /** Fills the last values, stamps every ink in its box, flattens, appends the evidence, seals. Writes to `output`. */
  complete(
    input: PdfInput,
    output: string,
    request: CompleteRequest,
    options?: CallOptions,
  ): Promise<CompleteReport>;
  /**
   * Takes a file through preparing, filling, stamping and sealing up to the digest, and keeps nothing: what passes can be
   * signed. Rejects with the fault that the first of these steps ends with.
   */
  rehearse(input: PdfInput, options?: CallOptions): Promise<RehearsalReport>;
  /**
   * One document with the pages and forms of all inputs, in order; equal field names and group indices are told apart,
   * signatures are removed, active content is not. Refuses more than 50 MiB together (`inputs_too_large`, params `bytes`)
   * before it reads any; a fault of one input has its place, from 0, in `params.input`.
   */
  merge(inputs: readonly PdfInput[], output: string, options?: MergeOptions): Promise<MergeReport>;
  /**
   * What an upload goes through before it is accepted: `inspectUpload`, `strip` (writes `output` only if the file was
   * changed or repaired) and `rehearse` of what is kept. Rejects as these do.
   */
  admit(input: string, output: string, options?: CallOptions): Promise<AdmissionReport>;
  /** The verdict of a file and what it rests on. */
  verify(input: PdfInput, options?: CallOptions): Promise<VerificationReport>;
  /** The bytes of the document's associated file with this name; null when there is none. `too_complex` above 4 MiB. */
  readAttachment(input: PdfInput, name: string, options?: CallOptions): Promise<Uint8Array | null>;
  /** Stops taking work and waits for what runs. */
  close(): Promise<void>;
}

/** A path costs nothing between threads; bytes are transferred and empty at the caller afterwards. */
export type PdfInput = string | Uint8Array;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Tasks of different accounts take turns. */
  readonly account?: string;
  /** Somebody waits before a signing page, or a document is about to be prepared or completed: these run first. */
  readonly urgency?: 'signing' | 'completion';
  /** ms of processor time that the task may take; beyond it `pdf_timeout`. */
  readonly cpuMs?: number;
}

export interface UploadReport {
  readonly pages: number;
  readonly repaired: boolean;
  /** Signature fields, signed or not. */
  readonly signatureFields: number;
  readonly signed: number;
  readonly formFields: number;
  /**
   * `strip` would change the file: for what is counted here, or for what signatures leave beside their fields
   * (certification, validation data, flags, widgets without a field, an earlier revision), or to list fields in the form.
   */
  readonly needsStripping: boolean;
  /** Scripts, actions, media and embedded files that `strip` would remove. */
  readonly activeContent: number;
  /** Names of layers that somebody does not see on screen; `strip` leaves them. */
  readonly hiddenLayers: readonly string[];
  /** Names of layers that are shown on screen and not printed; `strip` leaves them. */
  readonly unprintedLayers: readonly string[];
  /** Annotations that are hidden on screen; `strip` leaves them. */
  readonly hiddenAnnotations: number;
  /** Null of a file that does not claim to be PDF/A. */
  readonly conformance: ConformanceReport | null;
}

/** What a file says of its archival kind, like `PDF/A-2b`, in its metadata; whether it is so is not checked. */
export interface ConformanceReport {
  readonly claimed: string;
  /** What it will say once it is completed; null when nothing can be said that is sure to be true. */
  readonly sealed: string | null;
}

export interface StripReport {
  /** Fully qualified names of removed fields, signed or not. */
  readonly removedFields: readonly string[];
  readonly removedSignatures: number;
  /** What the file told of each signature; `signedAt` is ISO 8601. */
  readonly signatures: readonly {
    readonly fieldName: string;
    readonly signerName: string | null;
    readonly signedAt: string | null;
  }[];
  /** Widgets without a field. */
  readonly removedOrphans: number;
  /** Names of fields that only a page of a large file showed; the form lists them now. */
  readonly listedFields: readonly string[];
  readonly removedCertification: boolean;
  /** Validation data, the form's signature flags, or an earlier revision that was signed. */
  readonly removedRemains: boolean;
  /** Scripts, actions, media and embedded files by kind and place; at most 1,000 lines. */
  readonly removedContent: readonly {
    readonly kind: string;
    readonly place: string;
    readonly page?: number;
    readonly name?: string;
    readonly count: number;
  }[];
  /** All of it, listed or not. */
  readonly removedContentCount: number;
  readonly changed: boolean;
}

/** What an upload is, and what was done to it. */
export interface AdmissionReport {
  readonly upload: UploadReport;
  /** Null if the file is kept as it is, and `output` was not written. */
  readonly strip: StripReport | null;
}

export interface RehearsalReport {
  /** Pages that were stamped. */
  readonly stampedPages: number;
  /** Fields that were filled and became page content. */
  readonly flattenedFields: number;
}

export interface MergeOptions extends CallOptions {
  /** What the outline calls each input. */
  readonly titles?: readonly string[];
}

export interface MergeReport {
  readonly pages: number;
  readonly size: number;
  /** Fields that share their name, or their group index, with a field of an earlier input; `input` is 0-based. */
  readonly renamedFields: readonly { readonly input: number; readonly from: string; readonly to: string }[];
  /** Inputs, from 0, whose structure tree does not go with the others'. */
  readonly droppedStructures: readonly number[];
  /** Inputs, from 0, on whose pages the output intents of another input now hold: its own are others, or it has none. */
  readonly differingOutputIntents: readonly number[];
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Displayed points: origin top-left of the page as a reader shows it, y down, `page` 0-based. */
export interface DisplayedBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type FieldType = 'checkbox' | 'combobox' | 'listbox' | 'radioButton' | 'textField';

/** One form field as the API shows it [D2-01]. */
export interface FormField {
  readonly name: string;
  readonly fieldId: string;
  readonly type: FieldType;
  readonly label: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly editable: boolean;
  readonly boundingBox: DisplayedBox | null;
  readonly widgets: readonly (DisplayedBox & { readonly option?: string })[];
  readonly defaultValues: readonly string[];
  readonly value: readonly string[];
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly multiline: boolean;
  readonly multiSelect: boolean;
  /** What is entered must not be seen or kept; a file that was not filled here may have it in clear. */
  readonly password: boolean;
  readonly maxLength: number | null;
  readonly attributes: readonly { readonly name: string; readonly kind: string; readonly index?: number }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export interface FieldValue {
  readonly name: string;
  readonly value: string | readonly string[];
}

export type ReadonlyMode = 'keepOriginal' | 'filled' | 'all';

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

/** What a document asks of its file. */
export interface DocumentRequest {
  /** Names that are drawn later. */
  readonly texts: readonly string[];
  readonly boxes: readonly BoxRequest[];
  readonly values: readonly FieldValue[];
}

export interface RequestCheck {
  readonly boxWarnings: BoxCheck['warnings'];
  readonly values: ValueCheck['values'];
  readonly valueWarnings: ValueCheck['warnings'];
  /** The form as it is before the values are written. */
  readonly fields: readonly FormField[];
}

/** What somebody signs with: values, and an image (empty at the caller afterwards) or a typed name. */
export interface SigningRequest {
  readonly values: readonly FieldValue[];
  readonly image?: Uint8Array | undefined;
  readonly typedName?: string | undefined;
}

export interface PrepareRequest {
  readonly values: readonly FieldValue[];
  readonly mode: ReadonlyMode;
  readonly boxes: readonly BoxRequest[];
  /** At the top of every page that is added for boxes. */
  readonly heading?: { readonly title: string; readonly documentName: string };
}

/** What was found of values that fit their fields. */
export interface ValueCheck {
  /** As they may be kept until they are written: passwords as asterisks. */
  readonly values: readonly FieldValue[];
  /** What writing them would warn of: a value that its box cuts off, scripts that are not run. */
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly field?: string }[];
}

export interface PrepareReport {
  readonly boxes: readonly PlacedBox[];
  readonly pages: number;
  /** The form of what was written, as `readFields` gives it. */
  readonly fields: readonly FormField[];
}

/** What is drawn into one box. */
export type Stamp = InkStamp | IdentityStamp | ScanStamp;

/** A signature written by hand or typed: an image or a typed name, and small print. */
export interface InkStamp {
  readonly kind?: 'ink';
  readonly box: PlacedBox;
  /** PNG or JPEG of the drawn ink, transparent, any size. */
  readonly image?: Uint8Array;
  /** Instead of an image: the name as typed. */
  readonly typedName?: string;
  /** Handwriting for the typed name; print when absent. */
  readonly font?: SignatureFont;
  /** Small print under the ink, top to bottom: name, date and time, address, method. */
  readonly lines: readonly string[];
}

/** A signature by somebody whom a provider identified (e-ID), who drew nothing. */
export interface IdentityStamp {
  readonly kind: 'identity';
  readonly box: PlacedBox;
  /** As the provider tells it. */
  readonly name: string;
  /** Small print under the name, top to bottom: personal number (masked by who writes it), date and time, address, provider. */
  readonly lines: readonly string[];
}

/** What was scanned of an identity document, in the box for it. */
export interface ScanStamp {
  readonly kind: 'id_scan';
  readonly box: PlacedBox;
  /** PNG or JPEG, any size: fitted into the box whole, its aspect kept. Absent where no image may be kept. */
  readonly image?: Uint8Array;
  /** Small print under the image; in the middle of the box where there is none. */
  readonly lines: readonly string[];
}

export interface CompleteRequest {
  readonly values: readonly FieldValue[];
  readonly stamps: readonly Stamp[];
  /** At most 50 MiB together (`inputs_too_large`). */
  readonly attachments?: readonly AttachedFile[];
  readonly seal: { readonly reason: string; readonly signedAt: string };
  readonly evidence?: EvidenceRequest;
}

/** A file that a signee gave: embedded as a part of what was signed (/EmbeddedFiles and /AF, a supplement). */
export interface AttachedFile {
  /** As readers list it and people save it; different from the others', and from the record's. */
  readonly name: string;
  readonly content: PdfInput;
  /** What is no media type is told as `application/octet-stream`. */
  readonly mimeType: string;
  /** Lower-case hex of the content: what is anything else is not embedded, and the call fails. */
  readonly sha256: string;
  /** For people. */
  readonly description?: string;
  /** ISO 8601. */
  readonly attachedAt: string;
}

/** What goes behind the pages of a completed document: pages for people, the same facts for programs, both sealed. */
export interface EvidenceRequest {
  readonly report: EvidenceReport;
  /** Attached as JSON, with the member `content` {sha256, size} that is known only then. Plain data. */
  readonly record: {
    readonly fileName: string;
    readonly description: string;
    readonly facts: Readonly<Record<string, unknown>>;
  };
}

export interface EvidenceReport {
  readonly title: string;
  readonly introduction: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly rows: readonly EvidenceRow[];
  }[];
  readonly footer: string;
}

/**
 * In `contentTemplate` stand `{sha256}` and `{size}` for the hash (hex) and the length in bytes of what was signed: the
 * sealed file up to the evidence, so that anyone can check it.
 */
export type EvidenceRow =
  | { readonly label: string; readonly value: string }
  | { readonly label: string; readonly contentTemplate: string };

export interface CompleteReport {
  readonly size: number;
  readonly sha256: string;
  readonly seal: SealOutcome;
}

export interface SealOutcome {
  /** PAdES baseline level that was reached: B-B, a signature alone, when no evidence is configured. */
  readonly level: string;
  /** The authority's address, and the time it stated in ISO 8601. Null without one. */
  readonly timestamp: { readonly authority: string; readonly time: string } | null;
  /** Every server that gave no usable evidence, in the order asked; also when another one gave it. */
  readonly failures: readonly {
    readonly authority: string;
    readonly reason: string;
    readonly message: string;
  }[];
}

/**
 * `unsigned`: nothing but timestamps, or nothing at all. `intact`: every signature is valid, and what came after it is
 * allowed. `changed`: anything else.
 */
export type FileState = 'unsigned' | 'intact' | 'changed';

export interface VerificationReport {
  readonly state: FileState;
  readonly signatures: readonly SignatureReport[];
}

export interface SignatureReport {
  readonly fieldName: string;
  readonly subFilter: string;
  readonly signerName: string;
  /** ISO 8601, null when the signature does not tell. */
  readonly signedAt: string | null;
  /** What an authority stated, ISO 8601; null without one. */
  readonly timestamp: { readonly time: string; readonly authority: string } | null;
  /** The digest matches and the cryptographic signature is right. Whom to trust is not decided. */
  readonly valid: boolean;
  /** PAdES baseline level; null of a signature that is not valid, or none of PAdES. */
  readonly level: string | null;
  /** Of the covered bytes as they are; hex. Null, and no certificates, when the signature cannot be read. */
  readonly digest: { readonly algorithm: string; readonly value: string } | null;
  /** The signer's first, then its issuers as far as the file holds them. Moments in ISO 8601, `sha256` in hex. */
  readonly certificates: readonly {
    readonly name: string;
    readonly issuerName: string;
    readonly serialNumber: string;
    readonly validFrom: string;
    readonly validTo: string;
    readonly sha256: string;
  }[];
  /** 1 for the first signed revision of the file. */
  readonly revision: number | null;
  /** The first bytes of the file that the signature is about, itself counted; 0 when it cannot be read. */
  readonly coveredBytes: number;
  readonly coversWholeDocument: boolean;
  /** What came after it, by the gravest change. */
  readonly laterChanges: ChangeKind;
  readonly changes: readonly LaterChange[];
  /** Whether it is valid and all that came after it is allowed. */
  readonly changesAllowed: boolean;
  readonly problems: readonly SignatureProblem[];
}

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
