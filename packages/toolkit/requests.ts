import type {
  DisplayedBox,
  FieldValue,
  FormErrorCode,
  FormField,
  FormWarning,
  GivenValue,
  NewField,
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
import type { ToolkitErrorParams } from './errors.ts';

/** Most urgent first: a signing page waits, a document is prepared or completed. */
export const URGENCIES = ['signing', 'completion', 'other'] as const;
export type Urgency = (typeof URGENCIES)[number];

export interface StripReport extends RemovalReport {
  /** Unlisted fields (docs/glossary.md) of a large file that were added to its form. */
  readonly listedFields: readonly string[];
}

/**
 * A path, or bytes. Bytes that are an argument of their own or in a list are transferred to threads and may be empty
 * afterwards; those within other objects are copied.
 */
export type PdfInput = string | Uint8Array | ArrayBuffer;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** On threads, accounts take turns. */
  readonly account?: string | undefined;
  /** The urgency on threads. Default: `other`. */
  readonly urgency?: Urgency | undefined;
  /** The limit on threads, if it is less than the pool's (`pdf_timeout`). */
  readonly timeoutMs?: number | undefined;
  /** The limit of processor time in ms, on threads from Node 24.6 on (`pdf_timeout`). */
  readonly cpuMs?: number | undefined;
}

/** The arguments of an operation that reads a file. */
export interface ReadArgs {
  readonly input: PdfInput;
}

/** The arguments of an operation that reads a file and writes another one. */
export interface WriteArgs extends ReadArgs {
  /** A path, which is written whole or not at all. */
  readonly output: string;
}

/** The arguments of an operation that reads the input more than once. */
export interface CopyArgs {
  /** The input is a path. */
  readonly input: string;
  /** A path, which is written whole or not at all. */
  readonly output: string;
}

export interface StripArgs extends WriteArgs {
  /** Whether embedded files stay. */
  readonly keepAttachments?: boolean | undefined;
}

export interface MergeArgs {
  readonly inputs: readonly PdfInput[];
  /** A path, which is written whole or not at all. */
  readonly output: string;
  /** Outline titles of the inputs. Default: the input's own title, or its number from 1. */
  readonly titles?: readonly string[] | undefined;
  /** The limit of all inputs together. Default: 50 MiB. */
  readonly maxBytes?: number | undefined;
}

export interface FileReport {
  readonly pages: number;
  readonly repaired: boolean;
  /** Whether the file is encrypted. What an operation writes is not. */
  readonly encrypted: boolean;
  /** The number of signature fields, signed or not. */
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
  /** The label is under a field on a new page. */
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
  /** Fields to be created before the values are written. */
  readonly fields?: readonly NewField[] | undefined;
  readonly values: readonly GivenValue[];
  readonly mode: ReadonlyMode;
  readonly boxes: readonly BoxRequest[];
  /** The heading is on every added page. */
  readonly heading?: NewPageHeading;
}

export interface ValueCheck {
  /** The values as they may be stored: passwords as asterisks. */
  readonly values: readonly FieldValue[];
  /** Text cut off by its box, scripts that are not run. */
  readonly warnings: readonly FormWarning[];
}

/** What a document asks of its file. */
export interface DocumentRequest {
  /** The texts that are drawn later. */
  readonly texts: readonly string[];
  readonly boxes: readonly BoxRequest[];
  readonly values: readonly GivenValue[];
}

/** Why a text, box or value of a `DocumentRequest` is refused. */
export interface RequestFault {
  readonly of: 'text' | 'box' | 'value';
  /** The index in the request. */
  readonly index: number;
  readonly code: FormErrorCode | 'box_outside_page' | 'page_out_of_range';
  readonly params: ToolkitErrorParams;
}

/** If there are faults, all but the fields is empty. */
export interface RequestCheck {
  readonly faults: readonly RequestFault[];
  readonly boxWarnings: BoxCheck['warnings'];
  /** The values as they may be stored: passwords as asterisks. */
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
  /** The name that is drawn instead of an image. */
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
  /** The files have at most 50 MiB together (`inputs_too_large`). */
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
  /** The time in ISO 8601. */
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
  /** The time in ISO 8601. */
  readonly signedAt: string;
}

/** Sizes are in bytes, hashes in hexadecimal. */
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

export interface RewriteReport {
  readonly pages: number;
  /** The size in bytes. */
  readonly size: number;
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
