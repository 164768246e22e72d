export type WebErrorCode =
  /** Run `npm run build:web`. */
  | 'web_not_built'
  /** Offline, timeout or service down. Retrying may help. */
  | 'service_unreachable'
  | 'request_refused'
  /** Unexpected answer. A reload may help. */
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
