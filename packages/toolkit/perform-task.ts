/** An Error that crosses a thread loses its class, code and params (piscina #1143), so a result is an `Outcome`. */

import type { FontSource } from '@countersign/pdf';
import { isSystemError, ToolkitError, type ToolkitErrorParams, UnforeseenTaskError } from './errors.ts';
import type { TaskContext } from './signer.ts';
import type { TaskTable } from './tasks.ts';

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: Fault };

interface Fault {
  readonly name: string;
  /** null: a bug or the operating system. */
  readonly code: string | null;
  readonly params: ToolkitErrorParams;
  readonly message: string;
  readonly stack?: string | undefined;
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
  return { name: error.name, code: null, params: {}, message, stack };
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

const registrations = new WeakMap<readonly FontSource[], Promise<void>>();

/** Registers once in this thread. Rejects with `font_not_usable`, each time. */
function registerFonts(fonts: readonly FontSource[]): Promise<void> {
  const registration = registrations.get(fonts) ?? registerAll(fonts);
  registrations.set(fonts, registration);
  return registration;
}

async function registerAll(fonts: readonly FontSource[]): Promise<void> {
  if (fonts.length === 0) return;
  const { useFonts } = await import('./operations/use-fonts.ts');
  useFonts(fonts);
}

export interface TaskCall {
  readonly task: string;
  /** They were checked where the task is asked for. */
  readonly args: unknown;
}

/** Never throws. */
export function performTask(table: TaskTable, call: TaskCall, context: TaskContext): Promise<Outcome> {
  return outcomeOf(async () => {
    const task = Object.hasOwn(table, call.task) ? table[call.task] : undefined;
    if (task === undefined) throw new Error(`unknown task: ${call.task}`);
    if (context.fonts !== undefined) await registerFonts(context.fonts);
    return task.run(call.args, context);
  });
}
