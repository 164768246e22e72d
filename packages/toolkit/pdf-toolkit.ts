import type {
  DisplayedBox,
  FieldType,
  FieldValue,
  FillOptions,
  FormField,
  FormReading,
  FormWarning,
  GivenValue,
  ReadonlyMode,
} from '@countersign/forms';
import type {
  NewPageHeading,
  PadesLevel,
  StripReport as RemovalReport,
  ServerFailure,
  SignatureReport,
  SignatureStripReport,
  Stamp,
  VerificationReport,
} from '@countersign/seal';

import type { Urgency } from './fair-queue.ts';

export type { IdentityStamp, InkStamp, ScanStamp } from '@countersign/seal';
export type {
  DisplayedBox,
  FieldType,
  FieldValue,
  FormField,
  FormWarning,
  GivenValue,
  NewPageHeading,
  PadesLevel,
  ReadonlyMode,
  ServerFailure,
  SignatureReport,
  SignatureStripReport,
  Stamp,
  VerificationReport,
};

export interface StripReport extends RemovalReport {
  /** Unlisted fields (docs/glossary.md) of a large file that were added to its form. */
  readonly listedFields: readonly string[];
}

/** The PDF operations, the same inline (`inlineToolkit`) and on threads (`createToolkitPool`). */
export interface PdfToolkit {
  /**
   * Inspects a file and its form. Rejects with `not_a_pdf`, `password_required`, `locked`, `damaged`, `no_pages`,
   * `xfa_not_supported` or `too_complex`.
   */
  inspect(input: PdfInput, options?: CallOptions): Promise<FileReport>;
  /** As `inspect`, and what `strip` would remove: that takes a walk through the whole file. */
  inspectUpload(input: PdfInput, options?: CallOptions): Promise<UploadReport>;
  /**
   * Removes signatures, their fields and active content (scripts, actions that leave the document, media, embedded
   * files), adds unlisted fields to the form, and writes the result to `output`.
   */
  strip(input: PdfInput, output: string, options?: StripOptions): Promise<StripReport>;
  /** Lists the form fields in page order; see `FormReading` for unlisted fields of a large file. */
  readFields(input: PdfInput, options?: FormReading & CallOptions): Promise<readonly FormField[]>;
  /** Lists width and height of every page in displayed points (after Rotate and UserUnit). */
  readPages(input: PdfInput, options?: CallOptions): Promise<readonly PageSize[]>;
  /** Checks boxes without changing anything; rejects with `box_outside_page` or `page_out_of_range`. */
  checkBoxes(input: PdfInput, boxes: readonly BoxRequest[], options?: CallOptions): Promise<BoxCheck>;
  /** Checks values against the form without changing anything; rejects with codes of `FormError`. */
  checkValues(
    input: PdfInput,
    values: readonly GivenValue[],
    options?: CallOptions & FillOptions,
  ): Promise<ValueCheck>;
  /** Rejects with `text_not_drawable` if no available font can draw one of the texts. */
  checkText(texts: readonly string[], options?: CallOptions): Promise<void>;
  /** Rejects with `image_not_readable` if the ink could not be stamped. The bytes are transferred. */
  checkInk(image: Uint8Array, options?: CallOptions): Promise<void>;
  /** `checkText`, `checkBoxes`, `readFields` and `checkValues` with one opening of the file. Rejects as the first that fails. */
  checkRequest(input: PdfInput, request: DocumentRequest, options?: CallOptions): Promise<RequestCheck>;
  /** `checkValues` as a signee gives them, then `checkText` or `checkInk`. Rejects as the first that fails. */
  checkSigning(input: PdfInput, request: SigningRequest, options?: CallOptions): Promise<ValueCheck>;
  /** Prefills the form, appends pages for `new_page` boxes, and writes the document that people will sign. */
  prepare(
    input: PdfInput,
    output: string,
    request: PrepareRequest,
    options?: CallOptions,
  ): Promise<PrepareReport>;
  /** Fills the last values, stamps the ink, flattens, adds attachments and evidence, seals. Writes to `output`. */
  complete(
    input: PdfInput,
    output: string,
    request: CompleteRequest,
    options?: CallOptions,
  ): Promise<CompleteReport>;
  /** Seals the document as it is. Writes to `output`. */
  seal(input: PdfInput, output: string, request: SealRequest, options?: CallOptions): Promise<CompleteReport>;
  /**
   * Runs preparing, filling, stamping and sealing up to the digest, and keeps nothing. Rejects with the first fault.
   */
  rehearse(input: PdfInput, options?: CallOptions): Promise<RehearsalReport>;
  /**
   * Admits an upload: `inspectUpload`, `strip` (writes `output` only if the file was changed or repaired) and
   * `rehearse` of the result, in one reading. Rejects as these do.
   */
  admit(input: string, output: string, options?: CallOptions): Promise<AdmissionReport>;
  verify(input: PdfInput, options?: CallOptions): Promise<VerificationReport>;
  /** Returns the bytes of the associated file with this name; null if there is none. `too_complex` above 4 MiB. */
  readAttachment(input: PdfInput, name: string, options?: CallOptions): Promise<Uint8Array | null>;
  /** As `prepare`, with outline and label of every box drawn. For viewing, not for signing. */
  preview(
    input: PdfInput,
    output: string,
    request: PrepareRequest,
    options?: CallOptions,
  ): Promise<PreviewReport>;
  /**
   * Merges pages and forms of all inputs, in order; equal field names and group indices are renamed. Removes signatures
   * but not active content: see `strip`. Rejects with `inputs_too_large` above 50 MiB together; `params.input` is the
   * index of a refused input.
   */
  merge(inputs: readonly PdfInput[], output: string, options?: MergeCallOptions): Promise<MergeReport>;
  /** Refuses new tasks and waits for running ones. */
  close(): Promise<void>;
}

/** A path costs nothing between threads; bytes are transferred and may be empty afterwards. */
export type PdfInput = string | Uint8Array | ArrayBuffer;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** On threads: accounts take turns. */
  readonly account?: string;
  /** On threads: more urgent tasks run first. Default: `other`. */
  readonly urgency?: Urgency;
  /** On threads: ms that the task may run, if less than the pool's limit (`pdf_timeout`). */
  readonly timeoutMs?: number;
  /** On threads, from Node 24.6 on: ms of processor time that the task may take (`pdf_timeout`). */
  readonly cpuMs?: number;
}

export interface MergeCallOptions extends CallOptions {
  /** Outline titles of the inputs. Default: the input's own title, or its number from 1. */
  readonly titles?: readonly string[];
}

export interface StripOptions extends CallOptions {
  /** Keeps embedded files. */
  readonly keepAttachments?: boolean;
}

/** Facts about an accepted file. */
export interface FileReport {
  readonly pages: number;
  readonly repaired: boolean;
  /** Signature fields, signed or not. */
  readonly signatureFields: number;
  readonly signed: number;
  readonly formFields: number;
}

/** Facts about an accepted file and its active content. */
export interface UploadReport extends FileReport {
  /**
   * Whether `strip` would change the file: remove what is counted here or what signatures leave beside their fields
   * (certification, validation data, flags, earlier revisions), or add fields to the form.
   */
  readonly needsStripping: boolean;
  /** Scripts, actions, media and embedded files that `strip` would remove. */
  readonly activeContent: number;
  /** Names of layers that may be hidden on screen; `strip` leaves them. */
  readonly hiddenLayers: readonly string[];
  /** Names of layers that are shown on screen and not printed; `strip` leaves them. */
  readonly unprintedLayers: readonly string[];
  /** Annotations that are hidden on screen; `strip` leaves them. */
  readonly hiddenAnnotations: number;
  /** Null if the file does not claim PDF/A. */
  readonly conformance: ConformanceReport | null;
}

/** The PDF/A conformance that the file claims in its metadata (`PDF/A-2b`); it is not checked. */
export interface ConformanceReport {
  readonly claimed: string;
  /** The claim after completion; null if none is sure to be true. */
  readonly sealed: string | null;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A box: displayed points from the top-left corner, `page` from 0. A `new_page` box needs neither. */
export interface BoxRequest {
  /** Returned in the placed box: the signee's id. */
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

/** Result of checking boxes, which are named by their ids. */
export interface BoxCheck {
  readonly warnings: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}

/** What is added to the document before people see it. */
export interface PrepareRequest {
  readonly values: readonly GivenValue[];
  readonly mode: ReadonlyMode;
  readonly boxes: readonly BoxRequest[];
  /** At the top of every added page. */
  readonly heading?: NewPageHeading;
}

/** Result of checking values that fit their fields. */
export interface ValueCheck {
  /** As they may be stored: passwords as asterisks. */
  readonly values: readonly FieldValue[];
  /** Warnings of writing the values: text cut off by its box, scripts that are not run. */
  readonly warnings: readonly FormWarning[];
}

/** What a document asks of its file. */
export interface DocumentRequest {
  /** Names that are drawn later. */
  readonly texts: readonly string[];
  readonly boxes: readonly BoxRequest[];
  readonly values: readonly GivenValue[];
}

export interface RequestCheck {
  readonly boxWarnings: BoxCheck['warnings'];
  /** As they may be kept: passwords as asterisks. */
  readonly values: ValueCheck['values'];
  readonly valueWarnings: ValueCheck['warnings'];
  /** The form as it is before the values are written. */
  readonly fields: readonly FormField[];
}

/** What somebody signs with. */
export interface SigningRequest {
  readonly values: readonly GivenValue[];
  /** Drawn ink: PNG or JPEG. */
  readonly image?: Uint8Array | undefined;
  /** Instead of an image. */
  readonly typedName?: string | undefined;
}

/** Boxes and pages of a document that was filled and got its boxes. */
export interface PreviewReport {
  readonly boxes: readonly PlacedBox[];
  readonly pages: number;
  /** Warnings about the filled form: scripts not run, XFA dropped, values cut off. */
  readonly warnings: readonly FormWarning[];
}

export interface PrepareReport extends PreviewReport {
  readonly fields: readonly FormField[];
}

/** The last step: values, ink, evidence, seal. */
export interface CompleteRequest {
  readonly values: readonly GivenValue[];
  readonly stamps: readonly Stamp[];
  /** At most 50 MiB together (`inputs_too_large`). */
  readonly attachments?: readonly AttachedFile[];
  readonly seal: SealRequest;
  readonly evidence?: EvidenceRequest;
}

/** A file of a signee, embedded as a part of what was signed (/EmbeddedFiles and /AF, a supplement). */
export interface AttachedFile {
  /** File name as listed by readers; unique, and not that of the record. */
  readonly name: string;
  readonly content: PdfInput;
  /** An invalid media type is replaced by `application/octet-stream`. */
  readonly mimeType: string;
  /** Lower-case hex of the content; the call fails if it differs. */
  readonly sha256: string;
  readonly description?: string;
  /** ISO 8601. */
  readonly attachedAt: string;
}

/** What follows the pages of a completed document: pages for people, the same facts for programs, both sealed. */
export interface EvidenceRequest {
  readonly report: EvidenceReport;
  /** Attached as JSON with the added member `content` {sha256, size}. Plain data. */
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
 * `{sha256}` and `{size}` in `contentTemplate` are replaced by hash (hex) and length of what was signed: the sealed
 * file up to the evidence.
 */
export type EvidenceRow =
  | { readonly label: string; readonly value: string }
  | { readonly label: string; readonly contentTemplate: string };

export interface SealRequest {
  /** Appears in the signature, for the reader. */
  readonly reason: string;
  /** ISO 8601. */
  readonly signedAt: string;
}

/** The file written: its size in bytes and SHA-256 in hexadecimal. */
export interface CompleteReport {
  readonly size: number;
  readonly sha256: string;
  readonly seal: SealOutcome;
}

export interface SealOutcome {
  /** PAdES baseline level that was reached. */
  readonly level: PadesLevel;
  /** The authority's address, and its time in ISO 8601. Null at level B-B. */
  readonly timestamp: { readonly authority: string; readonly time: string } | null;
  /** Every server that gave no usable timestamp or validation data, in the order asked. */
  readonly failures: readonly ServerFailure[];
}

export interface RehearsalReport {
  readonly stampedPages: number;
  /** Fields that were filled and flattened. */
  readonly flattenedFields: number;
}

export interface AdmissionReport {
  readonly upload: UploadReport;
  /** Null if the file is kept as it is, and `output` was not written. */
  readonly strip: StripReport | null;
  readonly rehearsal: RehearsalReport;
}

/** The merged file: its pages and its size in bytes. */
export interface MergeReport {
  readonly pages: number;
  readonly size: number;
  /** Indices of inputs with signatures or what these leave, and what was removed of each. */
  readonly removedSignatures: readonly ({ readonly input: number } & SignatureStripReport)[];
  /** Fields whose name or group index an earlier input has; `input` is 0-based. */
  readonly renamedFields: readonly { readonly input: number; readonly from: string; readonly to: string }[];
  /** Indices of inputs whose structure tree cannot be joined with the others'. */
  readonly droppedStructures: readonly number[];
  /** Indices of inputs whose pages now have another input's output intents. */
  readonly differingOutputIntents: readonly number[];
}
