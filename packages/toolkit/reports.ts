import type { DisplayedBox, FieldValue, FormErrorCode, FormField, FormWarning } from '@countersign/forms';
import type { DocumentInfo, EditWarning, InfoReport } from '@countersign/pdf';
import type { TextExtent } from '@countersign/pdf/text-extent';
import type {
  BoxType,
  PadesLevel,
  StripReport as RemovalReport,
  ServerFailure,
  SignatureStripReport,
} from '@countersign/seal';
import type { ToolkitErrorParams } from './errors.ts';

export interface StripReport extends RemovalReport {
  /** Unlisted fields (docs/glossary.md) of a large file that were added to its form. */
  readonly listedFields: readonly string[];
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
  /** It may be hidden on screen; `strip` leaves them. */
  readonly hiddenLayers: readonly string[];
  /** Shown on screen and not printed; `strip` leaves them. */
  readonly unprintedLayers: readonly string[];
  /** Hidden on screen or on paper, by some reader; `strip` leaves them. */
  readonly hiddenAnnotations: number;
  /** Fields whose appearance did not show their value; `admit` draws them anew. */
  readonly redrawnFields: number;
  /** Annotations without an appearance, which every reader would draw in its own way; `admit` draws them. */
  readonly drawnAnnotations: number;
  /** It is null if the file does not claim PDF/A. */
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

/** A page as the signing page shows it. */
export interface RenderedPage extends PageSize {
  /** WebP, without margins. */
  readonly picture: Uint8Array;
  /** Where its text is; null for a page without text. */
  readonly text: TextExtent | null;
}

export interface PlacedBox extends DisplayedBox {
  readonly id: string;
  readonly type: BoxType;
  readonly label?: string | undefined;
}

/** Boxes are named by their ids. */
export interface BoxCheck {
  readonly warnings: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}

export interface ValueCheck {
  /** The values as they may be stored: passwords as asterisks. */
  readonly values: readonly FieldValue[];
  /** Text cut off by its box, scripts that are not run. */
  readonly warnings: readonly FormWarning[];
}

/** Why a text, box, new field or value of a `DocumentRequest` is refused. */
export interface RequestFault {
  readonly of: 'text' | 'box' | 'field' | 'value';
  /** The index in the request. */
  readonly index: number;
  readonly code: FormErrorCode | 'box_outside_page' | 'page_out_of_range';
  readonly params: ToolkitErrorParams;
}

export interface FieldOverlap {
  readonly page: number;
  /** The index of the new field in the request. */
  readonly index: number;
  /** The name of the other field. */
  readonly field: string;
}

/** If there are faults, all but the fields is empty. */
export interface RequestCheck {
  readonly faults: readonly RequestFault[];
  readonly boxWarnings: BoxCheck['warnings'];
  /** The values as they may be stored: passwords as asterisks. */
  readonly values: ValueCheck['values'];
  readonly valueWarnings: ValueCheck['warnings'];
  /** New fields that lie over a field. */
  readonly fieldWarnings: readonly FieldOverlap[];
  /** The form as it is before the values are written, with the new fields if there are no faults. */
  readonly fields: readonly FormField[];
}

export interface PrepareReport {
  readonly boxes: readonly PlacedBox[];
  readonly pages: number;
  /** Scripts not run, XFA dropped, values cut off. */
  readonly warnings: readonly FormWarning[];
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
  /** It is null if the file is kept as it is, and `output` was not written. */
  readonly strip: StripReport | null;
  readonly rehearsal: RehearsalReport;
  /** Indexes of pages with text that no person sees, such as white text on white. */
  readonly hiddenTextPages: readonly number[];
}

export interface RewriteReport {
  readonly pages: number;
  /** The size in bytes. */
  readonly size: number;
}

/** What an edit has changed beside what was asked for: signatures, or what the metadata claim. */
export interface PageEditWarning {
  readonly code:
    | EditWarning['code']
    | InfoReport['warnings'][number]['code']
    | 'conformance_claim_changes'
    | 'conformance_claim_ends';
  readonly message: string;
}

export interface PageEditReport extends RewriteReport {
  readonly warnings: readonly PageEditWarning[];
}

export interface SavedAttachment {
  /** The size in bytes. */
  readonly size: number;
}

export interface MetadataReport extends DocumentInfo {
  /** The PDF/A conformance that the file claims (`PDF/A-2b`), unchecked; null if it claims none. */
  readonly claimed: string | null;
}

export interface DecryptReport extends RewriteReport {
  /** Whether the input was encrypted. */
  readonly encrypted: boolean;
}

export interface SplitReport {
  readonly parts: readonly ({ readonly output: string } & RewriteReport)[];
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
