import { type ErrorParams, MAX_PROBLEMS, type Problem } from './problem.ts';

/**
 * `code` is stable; `params` fill the sentence and hold no secrets; `details` name members of the request.
 */
export class Refusal<Code extends string = string> extends Error {
  readonly code: Code;
  readonly params: ErrorParams;
  readonly details: readonly Problem<Code>[];

  constructor(
    code: Code,
    params: ErrorParams = {},
    options: { readonly cause?: unknown; readonly details?: readonly Problem<Code>[] } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.params = params;
    this.details = options.details?.slice(0, MAX_PROBLEMS) ?? [];
  }
}
