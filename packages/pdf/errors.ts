/** Why a file, or a request on a file, was refused. */
export type PdfErrorCode =
  /** There is no PDF header where readers look for it. */
  | 'not_a_pdf'
  /** The file needs a password to open, the user's or the owner's, or the given one is wrong. */
  | 'password_required'
  /**
   * The file is encrypted for a certificate or in an unknown way; or it can be read, but filling in and assembling are
   * not allowed without the owner's password, so that it cannot be written.
   */
  | 'locked'
  /** The file cannot be read, even after rebuilding the cross-reference. */
  | 'damaged'
  /** The page tree has no pages. */
  | 'no_pages'
  /** A dynamic XFA form, whose pages exist only inside Adobe's form engine. */
  | 'xfa_not_supported'
  /** A limit of `limits.ts` was exceeded; `params.limit` names it. */
  | 'too_complex'
  /** No available font has the character in `params.character`. `params.package` names a package that has it. */
  | 'text_not_drawable'
  /** Not a complete TrueType font (`params.found`), or a required font package is missing (`params.package`). */
  | 'font_not_usable'
  | 'page_out_of_range'
  /** Nothing of what was to be drawn would be on `params.page`, which has `params.width` x `params.height` points. */
  | 'box_outside_page'
  /** Not a PNG or JPEG that can be embedded: `params.reason` is `format`, `damaged` or `pixels` (too many). */
  | 'image_not_readable'
  /** `params.index` is its place in the list that was given. */
  | 'attachment_not_found'
  /** A programming error: `params.argument` is not what was expected (`params.expected`). */
  | 'invalid_argument'
  /** A programming error: the file was closed before this call. */
  | 'file_closed';

/** The values for error messages are numbers, names of limits or one character, never personal data. */
export type PdfErrorParams = Readonly<Record<string, string | number>>;

/** The only error that this package throws for foreseeable failures. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;
  readonly params: PdfErrorParams;

  constructor(code: PdfErrorCode, message: string, params: PdfErrorParams = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PdfError';
    this.code = code;
    this.params = params;
  }
}
