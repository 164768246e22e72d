/** Every way in which a file or a request on a file can be refused. */
export type PdfErrorCode =
  /** No PDF header where a reader looks for it; the caller has another kind of file. */
  | 'not_a_pdf'
  /** Opens only with a user password; the owner can save it without one. */
  | 'password_required'
  /** Encrypted but readable (owner password or certificate): may not be changed, so it cannot be signed. */
  | 'locked'
  /** Not readable even after rebuilding the cross-reference. */
  | 'damaged'
  /** Readable, but its page tree holds no page. */
  | 'no_pages'
  /** A dynamic XFA form: its pages exist only inside Adobe's form engine. */
  | 'xfa_not_supported'
  /** A limit of `limits.ts` was met; `params.limit` names it. */
  | 'too_complex'
  /** No available font has the character in `params.character`; `params.package` is one that has, to be installed. */
  | 'text_not_drawable'
  /** A font file that was handed in, or an installed one, is not a whole TrueType font; `params.found` says what it is. Or a package that this one depends on is not there: `params.package`. */
  | 'font_not_usable'
  /** `params.page` is not between 0 and `params.pageCount` - 1. */
  | 'page_out_of_range'
  /** A mistake of the program: `params.argument` is not what the function takes, which is `params.expected`. */
  | 'invalid_argument'
  /** A mistake of the program: the file was closed before it was used. */
  | 'file_closed';

/** Values that a sentence for people needs: numbers, names of limits, one character. Never personal data. */
export type PdfErrorParams = Readonly<Record<string, string | number>>;

/** The only error that this package throws for something foreseen. */
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
