import type {
  DisplayedBox,
  FieldValue,
  FillOptions,
  FormErrorCode,
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
  SignatureStripReport,
  Stamp,
} from '@countersign/seal';
import type { VerificationReport } from '@countersign/verify';
import type { ToolkitErrorParams } from './errors.ts';

/** Most urgent first: a signing page waits, a document is prepared or completed. */
export const URGENCIES = ['signing', 'completion', 'other'] as const;
export type Urgency = (typeof URGENCIES)[number];

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
  /** As `inspect`, and what `strip` would remove: walks through the whole file. */
  inspectUpload(input: PdfInput, options?: CallOptions): Promise<UploadReport>;
  /**
   * Removes signatures, their fields and active content (scripts, actions that leave the document, media, embedded
   * files), and adds unlisted fields to the form.
   */
  strip(input: PdfInput, output: string, options?: StripOptions): Promise<StripReport>;
  /** Lists the form fields in page order; see `FormReading` for unlisted fields of a large file. */
  readFields(input: PdfInput, options?: FormReading & CallOptions): Promise<readonly FormField[]>;
  /** Lists width and height of every page in displayed points (after Rotate and UserUnit). */
  readPages(input: PdfInput, options?: CallOptions): Promise<readonly PageSize[]>;
  /** Checks boxes without writing. Rejects with `box_outside_page` or `page_out_of_range`. */
  checkBoxes(input: PdfInput, boxes: readonly BoxRequest[], options?: CallOptions): Promise<BoxCheck>;
  /** Checks values without writing. Rejects with codes of `FormError`. */
  checkValues(
    input: PdfInput,
    values: readonly GivenValue[],
    options?: CallOptions & FillOptions,
  ): Promise<ValueCheck>;
  /** Rejects with `text_not_drawable` if no available font can draw one of the texts. */
  checkText(texts: readonly string[], options?: CallOptions): Promise<void>;
  /** Rejects with `image_not_readable` if the ink could not be stamped. The bytes are transferred. */
  checkInk(image: Uint8Array, options?: CallOptions): Promise<void>;
  /**
   * `checkText`, `checkBoxes`, `readFields` and `checkValues` with one opening of the file. Resolves with all `faults` of
   * the request; rejects with those of the file.
   */
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
  /** Fills the last values, stamps the ink, flattens, adds attachments and evidence, seals. */
  complete(
    input: PdfInput,
    output: string,
    request: CompleteRequest,
    options?: CallOptions,
  ): Promise<CompleteReport>;
  /**
   * Seals the document as it is. Annotations and fields without an appearance get one before, unless the file is signed
   * already. Rejects with `text_not_drawable` if no font has their text.
   */
  seal(input: PdfInput, output: string, request: SealRequest, options?: CallOptions): Promise<SealReport>;
  /**
   * Runs preparing, filling, stamping and sealing up to the digest, and keeps nothing. Rejects with the first fault.
   */
  rehearse(input: PdfInput, options?: CallOptions): Promise<RehearsalReport>;
  /**
   * Admits an upload in one reading: `inspectUpload`, `strip` (writes `output` only if the file was changed or
   * repaired) and `rehearse` of the result.
   */
  admit(input: string, output: string, options?: CallOptions): Promise<AdmissionReport>;
  /**
   * Cleans a file that a signee attaches and writes `output`: a PDF as `strip`, an image encoded anew. Rejects with
   * `image_not_readable` for other content.
   */
  cleanAttachment(input: string, output: string, options?: CallOptions): Promise<CleanedAttachment>;
  /** Returns the verdict of the file and a report of each signature. */
  verify(input: PdfInput, options?: CallOptions): Promise<VerificationReport>;
  /** Returns the bytes of an associated file; null if there is none. `too_complex` above 4 MiB. */
  readAttachment(input: PdfInput, name: string, options?: CallOptions): Promise<Uint8Array | null>;
  /** As `prepare`, with outline and label of every box drawn. Not for signing. */
  preview(
    input: PdfInput,
    output: string,
    request: PrepareRequest,
    options?: CallOptions,
  ): Promise<PrepareReport>;
  /**
   * Merges pages and forms of all inputs, in order, and renames equal field names and group indices. Removes signatures
   * but not active content. Rejects with `inputs_too_large` above `maxBytes` together; `params.input` is the index of a
   * refused input.
   */
  merge(inputs: readonly PdfInput[], output: string, options?: MergeCallOptions): Promise<MergeReport>;
  /** Refuses new tasks and waits for running ones. */
  close(): Promise<void>;
}

/** A path, or bytes, which are transferred to threads and may be empty afterwards. */
export type PdfInput = string | Uint8Array | ArrayBuffer;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** On threads accounts take turns. */
  readonly account?: string;
  /** On threads. Default: `other`. */
  readonly urgency?: Urgency;
  /** On threads, if less than the pool's limit (`pdf_timeout`). */
  readonly timeoutMs?: number;
  /** On threads, from Node 24.6 on: ms of processor time (`pdf_timeout`). */
  readonly cpuMs?: number;
}

export interface MergeCallOptions extends CallOptions {
  /** Outline titles of the inputs. Default: the input's own title, or its number from 1. */
  readonly titles?: readonly string[];
  /** Of all inputs together. Default: 50 MiB. */
  readonly maxBytes?: number;
}

export interface StripOptions extends CallOptions {
  /** Embedded files. */
  readonly keepAttachments?: boolean;
}

export interface FileReport {
  readonly pages: number;
  readonly repaired: boolean;
  /** Signed or not. */
  readonly signatureFields: number;
  readonly signed: number;
  readonly formFields: number;
}

export interface UploadReport extends FileReport {
  /** Whether `strip` would change the file: what is counted here, other traces of signatures, or unlisted fields. */
  readonly needsStripping: boolean;
  /** What `strip` would remove. */
  readonly activeContent: number;
  /** May be hidden on screen; `strip` leaves them. */
  readonly hiddenLayers: readonly string[];
  /** Shown on screen and not printed; `strip` leaves them. */
  readonly unprintedLayers: readonly string[];
  /** Hidden on screen or on paper, by some reader; `strip` leaves them. */
  readonly hiddenAnnotations: number;
  /** Fields whose appearance did not show their value; `admit` draws them anew. */
  readonly redrawnFields: number;
  /** Annotations without an appearance, which every reader would draw in its own way; `admit` draws them. */
  readonly drawnAnnotations: number;
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

/** Displayed points from the top-left corner, `page` from 0. A `new_page` box needs neither. */
export interface BoxRequest {
  /** Returned in the placed box: the signee's id. */
  readonly id: string;
  readonly type: 'signature' | 'id_scan';
  readonly placement: 'existing' | 'new_page';
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  /** Under a field on a new page. */
  readonly label?: string;
}

export interface PlacedBox extends DisplayedBox {
  readonly id: string;
  readonly type: 'signature' | 'id_scan';
  readonly label?: string;
}

/** Boxes are named by their ids. */
export interface BoxCheck {
  readonly warnings: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}

export interface PrepareRequest {
  readonly values: readonly GivenValue[];
  readonly mode: ReadonlyMode;
  readonly boxes: readonly BoxRequest[];
  /** On every added page. */
  readonly heading?: NewPageHeading;
}

export interface ValueCheck {
  /** As they may be stored: passwords as asterisks. */
  readonly values: readonly FieldValue[];
  /** Text cut off by its box, scripts that are not run. */
  readonly warnings: readonly FormWarning[];
}

/** What a document asks of its file. */
export interface DocumentRequest {
  /** Drawn later. */
  readonly texts: readonly string[];
  readonly boxes: readonly BoxRequest[];
  readonly values: readonly GivenValue[];
}

/** Why a text, box or value of a `DocumentRequest` is refused. */
export interface RequestFault {
  readonly of: 'text' | 'box' | 'value';
  /** In the request. */
  readonly index: number;
  readonly code: FormErrorCode | 'box_outside_page' | 'page_out_of_range';
  readonly params: ToolkitErrorParams;
}

/** If there are faults, all but the fields is empty. */
export interface RequestCheck {
  readonly faults: readonly RequestFault[];
  readonly boxWarnings: BoxCheck['warnings'];
  /** As they may be stored: passwords as asterisks. */
  readonly values: ValueCheck['values'];
  readonly valueWarnings: ValueCheck['warnings'];
  /** The form as it is before the values are written. */
  readonly fields: readonly FormField[];
}

/** The values and ink of one signature. */
export interface SigningRequest {
  readonly values: readonly GivenValue[];
  /** The values that the service fills in at the signature, which have to fit their fields. */
  readonly filled?: readonly GivenValue[] | undefined;
  /** Drawn ink: PNG or JPEG. */
  readonly image?: Uint8Array | undefined;
  /** Instead of an image. */
  readonly typedName?: string | undefined;
}

export interface PrepareReport {
  readonly boxes: readonly PlacedBox[];
  readonly pages: number;
  /** Scripts not run, XFA dropped, values cut off. */
  readonly warnings: readonly FormWarning[];
}

export interface CompleteRequest {
  readonly values: readonly GivenValue[];
  readonly stamps: readonly Stamp[];
  /** At most 50 MiB together (`inputs_too_large`). */
  readonly attachments?: readonly AttachedFile[];
  readonly seal: SealRequest;
  readonly evidence?: EvidenceRequest;
}

/** A file of a signee, embedded as a supplement (/EmbeddedFiles and /AF). */
export interface AttachedFile {
  /** Unique, and not that of the record. */
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

/** Follows the pages of a completed document: pages for people, the same facts for programs, both sealed. */
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

/** Bytes, and hexadecimal. */
export interface CompleteReport {
  readonly size: number;
  readonly sha256: string;
  readonly seal: SealOutcome;
}

export interface SealReport extends CompleteReport {
  /** Had no appearance: every reader would draw them in its own way. */
  readonly drawnAnnotations: number;
}

export interface SealOutcome {
  /** PAdES baseline level that was reached. */
  readonly level: PadesLevel;
  /** Time in ISO 8601. Null at level B-B. */
  readonly timestamp: { readonly authority: string; readonly time: string } | null;
  /** Servers that gave no usable timestamp or validation data, in the order asked. */
  readonly failures: readonly ServerFailure[];
}

export interface RehearsalReport {
  readonly stampedPages: number;
  /** Fields that were filled and flattened. */
  readonly flattenedFields: number;
}

export interface CleanedAttachment {
  readonly mimeType: 'application/pdf' | 'image/png' | 'image/jpeg';
}

export interface AdmissionReport {
  readonly upload: UploadReport;
  /** Null if the file is kept as it is, and `output` was not written. */
  readonly strip: StripReport | null;
  readonly rehearsal: RehearsalReport;
}

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
