import type { DisplayedBox, GivenValue, NewField, ReadonlyMode } from '@countersign/forms';
import type {
  AttachmentRelationship,
  DrawOptions,
  InfoChange,
  PageItem,
  PageNumbering,
  Watermark,
} from '@countersign/pdf';
import type { TextQuery } from '@countersign/pdf/text';
import type { BoxType, NewPageHeading, Stamp } from '@countersign/seal';
import type { EvidenceRequest } from './evidence-request.ts';

/** Most urgent first: a signing page waits, a document is prepared or completed. */
export const URGENCIES = ['signing', 'completion', 'other'] as const;
export type Urgency = (typeof URGENCIES)[number];

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

export interface PagesArgs {
  readonly inputs: readonly PdfInput[];
  /** Page ranges for each input, such as `1-3,z`; all pages of an input without one. */
  readonly ranges?: readonly string[] | undefined;
  /** A path, which is written whole or not at all. */
  readonly output: string;
}

export interface RotateArgs extends WriteArgs {
  /** A multiple of 90, clockwise, beyond the present rotation. */
  readonly degrees: number;
  /** Page ranges; all pages by default. */
  readonly ranges?: string | undefined;
}

export interface DrawArgs extends WriteArgs, DrawOptions {
  readonly items: readonly PageItem[];
}

export interface NumberPagesArgs extends WriteArgs, Omit<PageNumbering, 'pages'> {
  /** Page ranges; all pages by default. */
  readonly ranges?: string | undefined;
}

export type WatermarkArgs = WriteArgs &
  Omit<Watermark, 'pages' | 'text' | 'image'> & {
    readonly text?: Watermark['text'];
    /** A path, or the bytes of a PNG or JPEG. */
    readonly image?: Watermark['image'];
    /** Page ranges; all pages by default. */
    readonly ranges?: string | undefined;
  };

/** A file to be embedded as an associated file (/EmbeddedFiles and /AF). */
export interface NewAttachment {
  /** The name that readers show; `name#2` if it is taken. */
  readonly name: string;
  readonly content: PdfInput;
  /** `application/octet-stream` by default. */
  readonly mimeType?: string | undefined;
  /** `Unspecified` by default. */
  readonly relationship?: AttachmentRelationship | undefined;
  readonly description?: string | undefined;
  /** The time in ISO 8601. */
  readonly modifiedAt?: string | undefined;
}

export interface AttachArgs extends WriteArgs {
  /** The files have at most 50 MiB together (`inputs_too_large`). */
  readonly files: readonly NewAttachment[];
}

export interface DetachArgs extends WriteArgs {
  /** The names of the attachments to be removed. */
  readonly names: readonly string[];
}

export interface SaveAttachmentArgs extends WriteArgs {
  /** The index in `listAttachments`. */
  readonly index: number;
}

export interface SetMetadataArgs extends WriteArgs, InfoChange {}

/** One of `every`, `maxBytes` and `ranges` is required. */
export interface SplitArgs extends ReadArgs {
  /** The path of every part, with its number from 1 for `%d`, otherwise before the extension. */
  readonly output: string;
  /** The number of pages of a part. */
  readonly every?: number | undefined;
  /** The largest size of a part of more than one page. */
  readonly maxBytes?: number | undefined;
  /** Page ranges, one for each part. */
  readonly ranges?: readonly string[] | undefined;
}

export interface DecryptArgs extends WriteArgs {
  /** The user's or the owner's. */
  readonly password?: string | undefined;
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

/** Displayed points from the top-left corner, `page` from 0. A `new_page` box needs neither. */
export interface BoxRequest {
  /** Returned in the placed box: the signee's id. */
  readonly id: string;
  readonly type: BoxType;
  readonly placement: 'existing' | 'new_page';
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  /** The label is under a field on a new page. */
  readonly label?: string | undefined;
}

export interface PrepareRequest {
  /** Parts of pages that are covered in white, below everything else that is added. */
  readonly covers?: readonly DisplayedBox[] | undefined;
  /** Fields to be created before the values are written. */
  readonly fields?: readonly NewField[] | undefined;
  readonly values: readonly GivenValue[];
  readonly mode: ReadonlyMode;
  readonly boxes: readonly BoxRequest[];
  /** The heading is on every added page. */
  readonly heading?: NewPageHeading;
}

/** What a document asks of its file. */
export interface DocumentRequest {
  /** The texts that are drawn later. */
  readonly texts: readonly string[];
  readonly boxes: readonly BoxRequest[];
  /** Fields to be created before the values are written. */
  readonly fields?: readonly NewField[] | undefined;
  readonly values: readonly GivenValue[];
}

/** The values and ink of one signature. */
export interface SigningRequest {
  readonly values: readonly GivenValue[];
  /** The values that the service fills in at the signature, which have to fit their fields. */
  readonly filled?: readonly GivenValue[] | undefined;
  /** Drawn ink: PNG or JPEG. */
  readonly image?: Uint8Array | undefined;
  /** Drawn initials: PNG or JPEG. A fault has `ink: 'initials'` in its params. */
  readonly initials?: Uint8Array | undefined;
  /** The name that is drawn instead of an image. */
  readonly typedName?: string | undefined;
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

export interface SealRequest {
  /** Appears in the signature, for the reader. */
  readonly reason: string;
  /** The time in ISO 8601. */
  readonly signedAt: string;
}

/** How the signature of `seal` looks, and which field it goes into. */
export interface SignRequest extends SealRequest {
  /** The name in the signature. Default: Countersign. */
  readonly name?: string | undefined;
  readonly location?: string | undefined;
  readonly contactInfo?: string | undefined;
  /**
   * The level of certification, from 1 to 3; false for an approval signature. Default: 1 if nothing else is signed or to
   * be signed, and an approval signature if `field` is given.
   */
  readonly certify?: false | 1 | 2 | 3 | undefined;
  /** The name of an empty signature field, or of a new one. */
  readonly field?: string | undefined;
  /** What people see. Default: nothing. */
  readonly appearance?: SignatureLook | undefined;
}

/** Lines, an image, or both. */
export interface SignatureLook {
  readonly lines?: readonly string[] | undefined;
  /** PNG or JPEG: a path, or bytes. */
  readonly image?: PdfInput | undefined;
  /** The description for people who cannot see it. Default: the lines. */
  readonly description?: string | undefined;
  /** Where a new field is, in displayed points; an existing one keeps its rectangle. */
  readonly box?:
    | {
        readonly page: number;
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      }
    | undefined;
}

export interface ReadTextArgs extends ReadArgs {
  /** Page ranges as qpdf writes them, from 1 (`1-5,8,r2-z`), or indexes from 0; all pages if missing. */
  readonly pages?: string | readonly number[] | undefined;
}

export interface FindTextArgs extends ReadTextArgs {
  readonly queries: readonly TextQuery[];
  readonly tags?: boolean | undefined;
}

export interface RenderArgs extends ReadArgs {
  /** The index of the page, from 0. */
  readonly page: number;
  /** Pixels of a page of the usual shape; very long pages get fewer, and small ones too. */
  readonly width: number;
}
