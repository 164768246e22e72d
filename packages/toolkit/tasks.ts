/** An Error that crosses a thread loses its class, code and params (piscina #1143). */

import type { MessagePort } from 'node:worker_threads';
import type { FillOptions, FormReading, GivenValue } from '@countersign/forms';
import type { FontSource } from '@countersign/pdf';
import { isSystemError, ToolkitError, type ToolkitErrorParams, UnforeseenTaskError } from './errors.ts';
import type {
  BoxRequest,
  CompleteRequest,
  DocumentRequest,
  PdfInput,
  PrepareRequest,
  SealRequest,
  SigningRequest,
} from './requests.ts';
import type { KeySource, RemoteDescription, TaskContext } from './signer.ts';

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

const registrations = new WeakMap<readonly FontSource[], Promise<void>>();

/** Once in this thread. Rejects with `font_not_usable`, each time. */
export function registerFonts(fonts: readonly FontSource[]): Promise<void> {
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
  readonly args: unknown;
  /** host-channel.ts; transferred. */
  readonly channel?: MessagePort;
  readonly signer?: RemoteDescription;
}

export type Transferable = ArrayBuffer | MessagePort;

/** For both sides of a thread: operations are loaded on first use, so that callers load no PDF engine. */

/** Keys and network are reached by a channel (host-channel.ts). */
export interface ThreadContext extends Omit<TaskContext, 'signer' | 'send'> {
  /** Undefined if each sealing task brings its own. */
  readonly signer: KeySource | undefined;
}

export const SEALING_TASKS: ReadonlySet<string> = new Set(['complete', 'seal']);

interface ReadArgs {
  readonly input: PdfInput;
}
interface WriteArgs extends ReadArgs {
  /** Written whole or not at all. */
  readonly output: string;
}

interface MergeArgs {
  readonly inputs: readonly PdfInput[];
  readonly output: string;
  readonly titles: readonly string[] | undefined;
  readonly maxBytes: number | undefined;
}

/** Arguments are plain data. */
export const taskTable = {
  inspect: async (args: ReadArgs) => (await import('./operations/reading.ts')).inspectInput(args.input),
  inspectUpload: async (args: ReadArgs) =>
    (await import('./operations/admission.ts')).inspectUpload(args.input),
  strip: async ({ input, output, ...options }: WriteArgs & { readonly keepAttachments?: boolean }) =>
    (await import('./operations/admission.ts')).stripTo(input, output, options),
  readFields: async ({ input, ...reading }: ReadArgs & FormReading) =>
    (await import('./operations/reading.ts')).readFields(input, reading),
  readPages: async (args: ReadArgs) => (await import('./operations/reading.ts')).readPages(args.input),
  checkBoxes: async (args: ReadArgs & { readonly boxes: readonly BoxRequest[] }) =>
    (await import('./operations/checking.ts')).checkBoxes(args.input, args.boxes),
  checkValues: async ({
    input,
    values,
    ...options
  }: ReadArgs & FillOptions & { readonly values: readonly GivenValue[] }) =>
    (await import('./operations/checking.ts')).checkValues(input, values, options),
  checkText: async (args: { readonly texts: readonly string[] }) =>
    (await import('./operations/checking.ts')).checkText(args.texts),
  checkInk: async (args: { readonly input: Uint8Array }) =>
    (await import('./operations/checking.ts')).checkInk(args.input),
  checkRequest: async (args: ReadArgs & { readonly request: DocumentRequest }) =>
    (await import('./operations/checking.ts')).checkRequest(args.input, args.request),
  checkSigning: async (args: ReadArgs & { readonly request: SigningRequest }) =>
    (await import('./operations/checking.ts')).checkSigning(args.input, args.request),
  prepare: async (args: WriteArgs & { readonly request: PrepareRequest }) =>
    (await import('./operations/preparing.ts')).prepare(args.input, args.output, args.request),
  preview: async (args: WriteArgs & { readonly request: PrepareRequest }) =>
    (await import('./operations/preparing.ts')).preview(args.input, args.output, args.request),
  complete: async (args: WriteArgs & { readonly request: CompleteRequest }, context: TaskContext) =>
    (await import('./operations/completing.ts')).complete(args.input, args.output, args.request, context),
  seal: async (args: WriteArgs & { readonly request: SealRequest }, context: TaskContext) =>
    (await import('./operations/completing.ts')).seal(args.input, args.output, args.request, context),
  rehearse: async (args: ReadArgs) => (await import('./operations/rehearsal.ts')).rehearse(args.input),
  admit: async (args: { readonly input: string; readonly output: string }) =>
    (await import('./operations/admission.ts')).admit(args.input, args.output),
  cleanAttachment: async (args: { readonly input: string; readonly output: string }) =>
    (await import('./operations/admission.ts')).cleanAttachment(args.input, args.output),
  verify: async (args: ReadArgs) => (await import('./operations/admission.ts')).verify(args.input),
  readAttachment: async (args: ReadArgs & { readonly name: string }) =>
    (await import('./operations/reading.ts')).readAttachmentOf(args.input, args.name),
  merge: async (args: MergeArgs) =>
    (await import('./operations/merging.ts')).merge(args.inputs, args.output, args),
};

type Table = typeof taskTable;
export type TaskName = keyof Table;
export type TaskArgs<Name extends TaskName> = Parameters<Table[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Table[Name]>>;

// biome-ignore lint/suspicious/noExplicitAny: the arguments of a task are checked where it is asked for
export type TaskTable = Readonly<Record<string, (args: any, context: TaskContext) => unknown>>;

/** Never throws. */
export function performTask(table: TaskTable, call: TaskCall, context: TaskContext): Promise<Outcome> {
  return outcomeOf(async () => {
    const task = Object.hasOwn(table, call.task) ? table[call.task] : undefined;
    if (task === undefined) throw new Error(`unknown task: ${call.task}`);
    if (context.fonts !== undefined) await registerFonts(context.fonts);
    return task(call.args, context);
  });
}
