export type WebErrorCode =
  /** The pages were not built: run `npm run build:web`. */
  | 'web_not_built'
  /** No answer came: offline, time-out, service down. Trying again is right. */
  | 'service_unreachable'
  /** The service said no; `params.errorCode` is its word and `message` its sentence for people. */
  | 'request_refused'
  /** An answer in an unexpected shape. Trying again may help after a reload. */
  | 'answer_not_understood';

export type WebErrorParams = Readonly<Record<string, string | number>>;

export class WebError extends Error {
  readonly code: WebErrorCode;
  readonly params: WebErrorParams;

  constructor(code: WebErrorCode, message: string, params: WebErrorParams = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'WebError';
    this.code = code;
    this.params = params;
  }
}
