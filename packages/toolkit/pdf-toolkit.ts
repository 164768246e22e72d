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

/** What stripping did to a file. */
export interface StripReport extends RemovalReport {
  /** Fields of a large file that only a page showed; the form lists them now. */
  readonly listedFields: readonly string[];
}

/** What the toolkit does, the same inline (`inlineToolkit`) and on threads (`createToolkitPool`). */
export interface PdfToolkit {
  /**
   * Says what a file is; reads its form and nothing else. Rejects with a fault (`not_a_pdf`, `password_required`, `locked`,
   * `damaged`, `no_pages`, `xfa_not_supported`, `too_complex`).
   */
  inspect(input: PdfInput, options?: CallOptions): Promise<FileReport>;
  /** As `inspect`, and what `strip` would remove: that takes a walk through the whole file. */
  inspectUpload(input: PdfInput, options?: CallOptions): Promise<UploadReport>;
  /**
   * Removes signature fields, signatures and active content (scripts, actions that leave the document, media, embedded
   * files), and lists fields in the form that only a page of a large file shows; writes the result to `output`. The
   * input stays as it was.
   */
  strip(input: PdfInput, output: string, options?: StripOptions): Promise<StripReport>;
  /** The form fields in page order; see `FormReading` for those of a large file that only a page shows. */
  readFields(input: PdfInput, options?: FormReading & CallOptions): Promise<readonly FormField[]>;
  /** Width and height of every page in displayed points (after Rotate and UserUnit). */
  readPages(input: PdfInput, options?: CallOptions): Promise<readonly PageSize[]>;
  /** Checks boxes against the pages without changing anything; rejects with `box_outside_page` or `page_out_of_range`. */
  checkBoxes(input: PdfInput, boxes: readonly BoxRequest[], options?: CallOptions): Promise<BoxCheck>;
  /** Checks values against the form without changing anything; rejects with the form faults below. */
  checkValues(
    input: PdfInput,
    values: readonly GivenValue[],
    options?: CallOptions & FillOptions,
  ): Promise<ValueCheck>;
  /**
   * Rejects with `text_not_drawable` when no font at hand can draw one of the texts (names that are stamped later).
   */
  checkText(texts: readonly string[], options?: CallOptions): Promise<void>;
  /** Rejects with `image_not_readable` when the ink could not be stamped. The bytes are handed over. */
  checkInk(image: Uint8Array, options?: CallOptions): Promise<void>;
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
  /**
   * Takes a file through preparing, filling, stamping and sealing up to the digest, and keeps nothing: what passes can be
   * signed. Rejects with the fault that the first of these steps ends with.
   */
  rehearse(input: PdfInput, options?: CallOptions): Promise<RehearsalReport>;
  /**
   * What an upload goes through before it is accepted, reading and stripping it once: `inspectUpload`, `strip` (writes
   * `output` only if the file was changed or repaired) and `rehearse` of what is kept. Rejects as these do.
   */
  admit(input: string, output: string, options?: CallOptions): Promise<AdmissionReport>;
  verify(input: PdfInput, options?: CallOptions): Promise<VerificationReport>;
  /** The bytes of the document's associated file with this name; null when there is none. `too_complex` above 4 MiB. */
  readAttachment(input: PdfInput, name: string, options?: CallOptions): Promise<Uint8Array | null>;
  /** As `prepare`, with the outline and label of every box drawn visibly. For looking at, not for signing. */
  preview(
    input: PdfInput,
    output: string,
    request: PrepareRequest,
    options?: CallOptions,
  ): Promise<PreviewReport>;
  /**
   * One document with the pages and forms of all inputs, in order; equal field names and group indices are told apart.
   * Signatures are removed, since a merge breaks them; active content is not: `strip` inputs or result for that. Refuses
   * more than 50 MiB together (`inputs_too_large`) before it reads any; a refused input is named by `params.input`.
   */
  merge(inputs: readonly PdfInput[], output: string, options?: MergeCallOptions): Promise<MergeReport>;
  /** Stops taking work and waits for what runs. */
  close(): Promise<void>;
}

/** A path costs nothing between threads; bytes are transferred and empty at the caller afterwards. */
export type PdfInput = string | Uint8Array | ArrayBuffer;

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** On threads: tasks of different accounts take turns. */
  readonly account?: string;
  /** On threads: more urgent tasks run first; `other` if left out. */
  readonly urgency?: Urgency;
  /** On threads: ms that the task may run, if less than the pool's limit (`pdf_timeout`). */
  readonly timeoutMs?: number;
  /** On threads, from Node 24.6 on: ms of processor time that the task may take (`pdf_timeout`). */
  readonly cpuMs?: number;
}

/** Options of a merge. */
export interface MergeCallOptions extends CallOptions {
  /** What the outline calls each input; by default the title that it has, or its place from 1. */
  readonly titles?: readonly string[];
}

/** How a file is stripped. */
export interface StripOptions extends CallOptions {
  /** Embedded files stay. */
  readonly keepAttachments?: boolean;
}

/** What an accepted file is. */
export interface FileReport {
  readonly pages: number;
  readonly repaired: boolean;
  /** Signature fields, signed or not. */
  readonly signatureFields: number;
  readonly signed: number;
  readonly formFields: number;
}

/** What an accepted file is, and what of it acts. */
export interface UploadReport extends FileReport {
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

/** Displayed points: after Rotate and UserUnit. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Where the sender wants a box: displayed points from the top-left corner, `page` from 0. A `new_page` box needs neither. */
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

/** A box in its place. */
export interface PlacedBox extends DisplayedBox {
  readonly id: string;
  readonly type: 'signature' | 'id_scan';
  readonly label?: string;
}

/** What checking boxes found; boxes are named by their ids. */
export interface BoxCheck {
  readonly warnings: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}

/** What goes into the document before people see it. */
export interface PrepareRequest {
  readonly values: readonly GivenValue[];
  readonly mode: ReadonlyMode;
  readonly boxes: readonly BoxRequest[];
  /** At the top of every page that is added for boxes. */
  readonly heading?: NewPageHeading;
}

/** What was found of values that fit their fields. */
export interface ValueCheck {
  /** As they may be kept until they are written: passwords as asterisks. */
  readonly values: readonly FieldValue[];
  /** What writing them would warn of: a value that its box cuts off, scripts that are not run. */
  readonly warnings: readonly FormWarning[];
}

/** The prepared document: where each box is, in the order asked for, and the number of pages. */
/** Boxes and pages of a document that was filled and got its boxes. */
export interface PreviewReport {
  readonly boxes: readonly PlacedBox[];
  readonly pages: number;
  /** What the sender should know of the filled form: scripts that were not run, XFA that was dropped, values cut off. */
  readonly warnings: readonly FormWarning[];
}

export interface PrepareReport extends PreviewReport {
  /** The form of what was written, as `readFields` gives it: nobody has to open it again to show it. */
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

/** What the seal says. */
export interface SealRequest {
  /** Stands in the signature, for the reader. */
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

/** What the seal came to. */
export interface SealOutcome {
  /** PAdES baseline level that was reached. */
  readonly level: PadesLevel;
  /** The authority's address, and the time it stated in ISO 8601. Null at level B-B. */
  readonly timestamp: { readonly authority: string; readonly time: string } | null;
  /** Every server that gave no usable timestamp or validation data, in the order asked; also when another one did. */
  readonly failures: readonly ServerFailure[];
}

/** What a rehearsal went through. */
export interface RehearsalReport {
  /** Pages that were stamped. */
  readonly stampedPages: number;
  /** Fields that were filled and became page content. */
  readonly flattenedFields: number;
}

/** What an upload is, and what was done to it. */
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
  /** Inputs, from 0, that had signatures, signature fields or something that these leave, and what was removed of each. */
  readonly removedSignatures: readonly ({ readonly input: number } & SignatureStripReport)[];
  /** Fields that share their name, or their group index, with a field of an earlier input; `input` is 0-based. */
  readonly renamedFields: readonly { readonly input: number; readonly from: string; readonly to: string }[];
  /** Inputs, from 0, whose structure tree (for those who have documents read out) does not go with the others'. */
  readonly droppedStructures: readonly number[];
  /** Inputs, from 0, on whose pages the output intents of another input now hold: its own are others, or it has none. */
  readonly differingOutputIntents: readonly number[];
}
