export type WebErrorCode =
  /** The operator has not run `npm run build:web`. */
  | 'web_not_built'
  /** The person is offline, the request has timed out, or the service is down. Retrying may help. */
  | 'service_unreachable'
  | 'request_refused'
  /** The answer was unexpected. Loading the page again may help. */
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
