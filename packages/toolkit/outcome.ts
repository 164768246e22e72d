/** An Error that crosses a thread loses its class, code and params (piscina #1143). */
import { isSystemError, ToolkitError, type ToolkitErrorParams, UnforeseenTaskError } from './errors.ts';

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: Fault };

interface Fault {
  readonly name: string;
  /** null: a bug or the operating system. */
  readonly code: string | null;
  readonly params: ToolkitErrorParams;
  readonly message: string;
  readonly stack?: string;
}

/** Never throws. */
export async function outcomeOf(work: () => unknown): Promise<Outcome> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
}

/** Throws a {@link ToolkitError} for every foreseen fault. */
export function unwrapOutcome(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.value;
  throw errorOf(outcome.fault);
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', code: null, params: {}, message: String(error) };
  const { message, stack } = error;
  if (isCoded(error)) return { name: originOf(error), code: error.code, params: error.params, message };
  if (isSystemError(error)) {
    return { name: 'ToolkitError', code: 'file_access_failed', params: { reason: error.code }, message };
  }
  return { name: error.name, code: null, params: {}, message, ...(stack === undefined ? {} : { stack }) };
}

function errorOf(fault: Fault): Error {
  if (fault.code === null) return new UnforeseenTaskError(fault.name, fault.message, fault.stack);
  return new ToolkitError(fault.code, fault.message, fault.params, { origin: fault.name });
}

function originOf(error: Error): string {
  return error instanceof ToolkitError ? error.origin : error.name;
}

/** System errors have a code too, but no params. */
function isCoded(error: Error): error is Error & { code: string; params: ToolkitErrorParams } {
  return (
    'code' in error && typeof error.code === 'string' && 'params' in error && typeof error.params === 'object'
  );
}
