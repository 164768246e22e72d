/**
 * The only statement of each operation, for both sides of a thread: its documentation, a check of each argument, and the
 * function. The methods of `PdfToolkit` derive from it. Operations are loaded on first use, so that a caller whose work
 * is done on threads loads no PDF engine.
 */

import type {
  FillOptions,
  FlattenOptions,
  FormReading,
  GivenValue,
  NewField,
  RemoveFieldOptions,
} from '@countersign/forms';
import {
  type ArgumentCheck,
  anything,
  boolean,
  bytes,
  exactly,
  integer,
  listOf,
  moment,
  optional,
  path,
  pathOrBytes,
  positive,
  shape,
  text,
} from '@countersign/pdf/arguments';
import type {
  AttachArgs,
  BoxRequest,
  CompleteRequest,
  CopyArgs,
  DecryptArgs,
  DetachArgs,
  DocumentRequest,
  DrawArgs,
  FindTextArgs,
  MergeArgs,
  NumberPagesArgs,
  PagesArgs,
  PrepareRequest,
  ReadArgs,
  ReadTextArgs,
  RenderArgs,
  RotateArgs,
  SaveAttachmentArgs,
  SetMetadataArgs,
  SigningRequest,
  SignRequest,
  SplitArgs,
  StripArgs,
  WatermarkArgs,
  WriteArgs,
} from './requests.ts';
import type { TaskContext } from './signer.ts';

export interface Task<Args, Result> {
  /** What the packages below do not check themselves, and that there is no other argument. */
  readonly checks: { readonly [Name in keyof Args]-?: ArgumentCheck };
  readonly run: (args: Args, context: TaskContext) => Promise<Result>;
  /** Whether it needs the sealing key and the network. */
  readonly seals: boolean;
}

function defineTask<Args, Result>(
  checks: Task<Args, Result>['checks'],
  run: Task<Args, Result>['run'],
  { seals = false }: { readonly seals?: boolean } = {},
): Task<Args, Result> {
  return { checks, run, seals };
}

const reads = { input: pathOrBytes };
const writes = { input: pathOrBytes, output: path };
const copies = { input: path, output: path };
/** Their members are checked by `forms` and `seal`. */
const list = listOf(anything);
const preparation = {
  covers: anything,
  fields: anything,
  values: list,
  mode: anything,
  boxes: list,
  heading: anything,
};
/** Members that the function of `pdf` checks. */
const look = { size: anything, color: anything, font: anything };
const statement = { reason: text, signedAt: moment };

const attachments = listOf(
  exactly({
    name: text,
    content: pathOrBytes,
    mimeType: text,
    sha256: text,
    description: optional(text),
    attachedAt: moment,
  }),
);
const evidence = exactly({
  report: shape({
    title: text,
    introduction: text,
    footer: text,
    sections: listOf(shape({ heading: text, rows: listOf(shape({ label: text })) })),
  }),
  record: exactly({ fileName: text, description: text, facts: shape({}) }),
});

export const tasks = {
  /**
   * Inspects a file and its form. Rejects with `not_a_pdf`, `password_required`, `locked`, `damaged`, `no_pages`,
   * `xfa_not_supported` or `too_complex`.
   */
  inspect: defineTask(reads, async (args: ReadArgs) =>
    (await import('./operations/reading.ts')).inspectInput(args),
  ),
  /** Inspects a file as `inspect` does, and lists what `strip` would remove: walks through the whole file. */
  inspectUpload: defineTask(reads, async (args: ReadArgs) =>
    (await import('./operations/admission.ts')).inspectUpload(args),
  ),
  /**
   * Removes signatures, their fields and active content (scripts, actions that leave the document, media, embedded
   * files), and adds unlisted fields to the form.
   */
  strip: defineTask({ ...writes, keepAttachments: optional(boolean) }, async (args: StripArgs) =>
    (await import('./operations/admission.ts')).stripTo(args),
  ),
  /** Lists the form fields in page order; see `FormReading` for unlisted fields of a large file. */
  readFields: defineTask({ ...reads, everyPage: optional(boolean) }, async (args: ReadArgs & FormReading) =>
    (await import('./operations/reading.ts')).readFields(args),
  ),
  /** Lists width and height of every page in displayed points (after Rotate and UserUnit). */
  readPages: defineTask(reads, async (args: ReadArgs) =>
    (await import('./operations/reading.ts')).readPages(args),
  ),
  /**
   * Reads the text of pages: words, lines and passages in reading order with their boxes, and what of it no person sees.
   * Rejects with `page_out_of_range`, and `too_complex` for pages that cost more than any real one.
   */
  readText: defineTask({ ...reads, pages: anything }, async (args: ReadTextArgs) =>
    (await import('./operations/reading-text.ts')).readTextOf(args),
  ),
  /**
   * Finds where texts are that people see, in whatever pieces and lines, and lists texts in double braces. Reads each page
   * once for all of them. Rejects as `readText`.
   */
  findText: defineTask(
    { ...reads, queries: list, tags: anything, pages: anything },
    async (args: FindTextArgs) => (await import('./operations/reading-text.ts')).findTextIn(args),
  ),
  /**
   * Draws a page as browsers do, with pdf.js, as a small WebP. Returns null where that could differ from the page: a font
   * is neither in the file nor a standard one, or something is damaged, missing or too large; and where pdfjs-dist,
   * @napi-rs/canvas or sharp is not installed, or Node is older than 22.13. Rejects with `page_out_of_range`.
   */
  renderPage: defineTask({ ...reads, page: integer, width: positive }, async (args: RenderArgs) =>
    (await import('./operations/rendering.ts')).renderPage(args),
  ),
  /** Checks boxes without writing. Rejects with `box_outside_page` or `page_out_of_range`. */
  checkBoxes: defineTask(
    { ...reads, boxes: list },
    async (args: ReadArgs & { readonly boxes: readonly BoxRequest[] }) =>
      (await import('./operations/checking.ts')).checkBoxes(args),
  ),
  /** Checks values without writing. Rejects with codes of `FormError`. */
  checkValues: defineTask(
    { ...reads, values: list, filledBy: anything },
    async (args: ReadArgs & FillOptions & { readonly values: readonly GivenValue[] }) =>
      (await import('./operations/checking.ts')).checkValues(args),
  ),
  /** Rejects with `text_not_drawable` if no available font can draw one of the texts. */
  checkText: defineTask({ texts: listOf(text) }, async (args: { readonly texts: readonly string[] }) =>
    (await import('./operations/checking.ts')).checkText(args),
  ),
  /** Rejects with `image_not_readable` if the ink could not be stamped. The bytes are transferred. */
  checkInk: defineTask({ image: bytes }, async (args: { readonly image: Uint8Array }) =>
    (await import('./operations/checking.ts')).checkInk(args),
  ),
  /**
   * Checks texts, boxes, new fields and values and lists the fields, with one opening of the file. Resolves with all `faults` of the
   * request; rejects with those of the file.
   */
  checkRequest: defineTask(
    { ...reads, texts: listOf(text), boxes: list, fields: anything, values: list },
    async (args: ReadArgs & DocumentRequest) => (await import('./operations/checking.ts')).checkRequest(args),
  ),
  /**
   * Checks values as a signee gives them, then the typed name, the image and the initials, which are transferred. Rejects
   * as the first that fails.
   */
  checkSigning: defineTask(
    {
      ...reads,
      ...{ values: list, filled: anything },
      ...{ image: optional(bytes), initials: optional(bytes), typedName: optional(text) },
    },
    async (args: ReadArgs & SigningRequest) => (await import('./operations/checking.ts')).checkSigning(args),
  ),
  /**
   * Creates form fields: text, check box, radio group, combo box, list box. A file without a form gets one. Rejects with
   * codes of `FormError`, such as `field_name_taken` and `box_outside_page`.
   */
  addFields: defineTask(
    { ...writes, fields: list },
    async (args: WriteArgs & { readonly fields: readonly NewField[] }) =>
      (await import('./operations/editing-fields.ts')).addFieldsTo(args),
  ),
  /** Gives a form field another fully qualified name. Rejects with `unknown_field` or `field_name_taken`. */
  renameField: defineTask(
    { ...writes, from: text, to: text },
    async (args: WriteArgs & { readonly from: string; readonly to: string }) =>
      (await import('./operations/editing-fields.ts')).renameFieldIn(args),
  ),
  /** Removes a form field, or its widgets on one page. Rejects with `unknown_field`. */
  removeField: defineTask(
    { ...writes, name: text, page: anything },
    async (args: WriteArgs & RemoveFieldOptions & { readonly name: string }) =>
      (await import('./operations/editing-fields.ts')).removeFieldFrom(args),
  ),
  /** Turns all form fields, or those named, into page content. Signature fields stay. Rewrites the file. */
  flatten: defineTask({ ...writes, names: anything }, async (args: WriteArgs & FlattenOptions) =>
    (await import('./operations/editing-fields.ts')).flattenTo(args),
  ),
  /** Prefills the form, appends pages for `new_page` boxes, and writes the document that people will sign. */
  prepare: defineTask({ ...writes, ...preparation }, async (args: WriteArgs & PrepareRequest) =>
    (await import('./operations/preparing.ts')).prepare(args),
  ),
  /** Prepares as `prepare` does, with outline and label of every box drawn. The result is not for signing. */
  preview: defineTask({ ...writes, ...preparation }, async (args: WriteArgs & PrepareRequest) =>
    (await import('./operations/preparing.ts')).preview(args),
  ),
  /** Fills the last values, stamps the ink, flattens, adds attachments and evidence, seals. */
  complete: defineTask(
    {
      ...writes,
      values: list,
      stamps: list,
      seal: exactly(statement),
      attachments: optional(attachments),
      evidence: optional(evidence),
    },
    async (args: WriteArgs & CompleteRequest, context) =>
      (await import('./operations/completing.ts')).complete(args, context),
    { seals: true },
  ),
  /**
   * Seals the document as it is, in a new field or an empty one, invisibly or with text and image. Annotations and fields
   * without an appearance get one before, unless the file is signed already. Rejects with `text_not_drawable` if no font
   * has their text, and with `field_not_usable`, `seed_value_not_met` and `signing_not_allowed`.
   */
  seal: defineTask(
    {
      ...writes,
      ...statement,
      name: optional(text),
      location: anything,
      contactInfo: anything,
      certify: anything,
      field: anything,
      appearance: optional(shape({ image: optional(pathOrBytes) })),
    },
    async (args: WriteArgs & SignRequest, context) =>
      (await import('./operations/completing.ts')).seal(args, context),
    { seals: true },
  ),
  /** Runs preparing, filling, stamping and sealing up to the digest, and keeps nothing. Rejects with the first fault. */
  rehearse: defineTask(reads, async (args: ReadArgs) =>
    (await import('./operations/rehearsal.ts')).rehearse(args.input),
  ),
  /**
   * Admits an upload in one reading: `inspectUpload`, `strip` (writes `output` only if the file was changed or
   * repaired) and `rehearse` of the result.
   */
  admit: defineTask(copies, async (args: CopyArgs) =>
    (await import('./operations/admission.ts')).admit(args),
  ),
  /**
   * Cleans a file that a signee attaches and writes `output`: a PDF as `strip`, an image encoded anew. Rejects with
   * `image_not_readable` for other content.
   */
  cleanAttachment: defineTask(copies, async (args: CopyArgs) =>
    (await import('./operations/admission.ts')).cleanAttachment(args),
  ),
  /** Returns the verdict of the file and a report of each signature. */
  verify: defineTask(reads, async (args: ReadArgs) =>
    (await import('./operations/admission.ts')).verify(args),
  ),
  /** Returns the bytes of an associated file; null if there is none. Rejects with `too_complex` above 4 MiB. */
  readAttachment: defineTask({ ...reads, name: text }, async (args: ReadArgs & { readonly name: string }) =>
    (await import('./operations/reading.ts')).readAttachmentOf(args),
  ),
  /** Lists the embedded files of the document, without those of annotations. */
  listAttachments: defineTask(reads, async (args: ReadArgs) =>
    (await import('./operations/attaching.ts')).listAttachmentsOf(args),
  ),
  /** Writes an embedded file to a path. Rejects with `attachment_not_found`, `damaged`, and `too_complex` above 128 MiB. */
  saveAttachment: defineTask({ ...writes, index: anything }, async (args: SaveAttachmentArgs) =>
    (await import('./operations/attaching.ts')).saveAttachment(args),
  ),
  /** Embeds files as associated files. A claim of PDF/A-2 becomes one of PDF/A-3. Rejects with `inputs_too_large`. */
  attach: defineTask(
    {
      ...writes,
      files: listOf(
        exactly({
          name: text,
          content: pathOrBytes,
          mimeType: optional(text),
          relationship: anything,
          description: optional(text),
          modifiedAt: optional(moment),
        }),
      ),
    },
    async (args: AttachArgs) => (await import('./operations/attaching.ts')).attach(args),
  ),
  /** Removes embedded files by their names, and rewrites the file. Rejects with `attachment_not_found`. */
  detach: defineTask({ ...writes, names: listOf(text) }, async (args: DetachArgs) =>
    (await import('./operations/attaching.ts')).detach(args),
  ),
  /** Reads title, author and other entries of the information dictionary, and the PDF/A conformance that is claimed. */
  readMetadata: defineTask(reads, async (args: ReadArgs) =>
    (await import('./operations/metadata.ts')).readMetadata(args),
  ),
  /** Sets title, author, subject and keywords, or removes one by null, in the information dictionary and in XMP. */
  setMetadata: defineTask(
    { ...writes, title: anything, author: anything, subject: anything, keywords: anything },
    async (args: SetMetadataArgs) => (await import('./operations/metadata.ts')).setMetadata(args),
  ),
  /** Writes a file anew without unreferenced objects. Repairs it, and breaks signatures. */
  rewrite: defineTask(writes, async (args: WriteArgs) =>
    (await import('./operations/admission.ts')).rewrite(args),
  ),
  /** Writes a file without its encryption. Rejects with `password_required`, and with `locked` if only its owner may. */
  decrypt: defineTask({ ...writes, password: optional(text) }, async (args: DecryptArgs) =>
    (await import('./operations/page-editing.ts')).decrypt(args),
  ),
  /**
   * Writes the chosen pages of one or several files, in their order. What refers to other pages goes; signatures become
   * invalid. A page that is chosen again is copied, and its fields get other names. Rejects with `page_out_of_range`.
   */
  pages: defineTask(
    { inputs: listOf(pathOrBytes), ranges: optional(listOf(text)), output: path },
    async (args: PagesArgs) => (await import('./operations/page-editing.ts')).pages(args),
  ),
  /** Rotates pages. */
  rotate: defineTask({ ...writes, degrees: anything, ranges: optional(text) }, async (args: RotateArgs) =>
    (await import('./operations/page-editing.ts')).rotate(args),
  ),
  /**
   * Draws texts and images on pages, at points from the top-left corner of the page as it is shown. Rejects with
   * `page_out_of_range`, `box_outside_page`, `text_not_drawable`, `font_not_usable` or `image_not_readable`.
   */
  draw: defineTask({ ...writes, items: anything, under: anything }, async (args: DrawArgs) =>
    (await import('./operations/drawing.ts')).draw(args),
  ),
  /** Draws page numbers. Rejects as `draw` does. */
  numberPages: defineTask(
    {
      ...writes,
      ranges: optional(text),
      format: anything,
      start: anything,
      position: anything,
      margin: anything,
      ...look,
    },
    async (args: NumberPagesArgs) => (await import('./operations/drawing.ts')).numberPages(args),
  ),
  /** Draws a text or an image in the middle of pages, over or under their content. Rejects as `draw` does. */
  watermark: defineTask(
    {
      ...writes,
      ranges: optional(text),
      text: anything,
      image: anything,
      rotation: anything,
      opacity: anything,
      under: anything,
      scale: anything,
      ...look,
    },
    async (args: WatermarkArgs) => (await import('./operations/drawing.ts')).watermark(args),
  ),
  /** Writes the pages of a file into several ones. */
  split: defineTask(
    { ...writes, every: optional(positive), maxBytes: optional(positive), ranges: optional(listOf(text)) },
    async (args: SplitArgs) => (await import('./operations/page-editing.ts')).split(args),
  ),
  /**
   * Merges pages and forms of all inputs, in order, and renames equal field names and group indices. Removes signatures
   * but not active content. Rejects with `inputs_too_large` above `maxBytes` together; `params.input` is the index of a
   * refused input.
   */
  merge: defineTask(
    {
      inputs: listOf(pathOrBytes),
      output: path,
      titles: optional(listOf(text)),
      maxBytes: optional(positive),
    },
    async (args: MergeArgs) => (await import('./operations/merging.ts')).merge(args),
  ),
};

// biome-ignore lint/suspicious/noExplicitAny: the compiler knows the arguments of each task in the table
export type TaskTable = Readonly<Record<string, Task<any, any>>>;
export type TaskName = keyof typeof tasks;
type ArgsOf<T> = T extends Task<infer Args, unknown> ? Args : never;
type ResultOf<T> = T extends Task<never, infer Result> ? Result : never;
export type TaskArgs<Name extends TaskName> = ArgsOf<(typeof tasks)[Name]>;
export type TaskResult<Name extends TaskName> = ResultOf<(typeof tasks)[Name]>;
