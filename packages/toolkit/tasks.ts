/**
 * The one table of tasks. The side that asks takes names and types from it, the side that works runs what it names. Each
 * operation is loaded when it is first asked for, so that asking loads no PDF engine and a command starts fast.
 */
import { type Outcome, outcomeOf } from './outcome.ts';
import type {
  BoxRequest,
  CompleteRequest,
  FieldValue,
  PdfInput,
  PrepareRequest,
  SealRequest,
} from './pdf-toolkit.ts';
import type { SignerSource } from './signer-source.ts';
import type { TaskCall } from './task-call.ts';

/** What every task of a process or thread shares. */
export interface TaskContext {
  readonly signer: SignerSource;
}

interface ReadArgs {
  readonly input: PdfInput;
}
interface WriteArgs extends ReadArgs {
  /** Path that is written, whole or not at all. */
  readonly output: string;
}

export const taskTable = {
  inspectUpload: async (args: ReadArgs) =>
    (await import('./operations/inspect-upload.ts')).inspectUpload(args.input),
  stripSignatures: async (args: WriteArgs) =>
    (await import('./operations/strip-signatures.ts')).stripSignaturesTo(args.input, args.output),
  readFields: async (args: ReadArgs) => (await import('./operations/read-fields.ts')).readFields(args.input),
  readPages: async (args: ReadArgs) => (await import('./operations/read-pages.ts')).readPages(args.input),
  checkBoxes: async (args: ReadArgs & { readonly boxes: readonly BoxRequest[] }) =>
    (await import('./operations/check-boxes.ts')).checkBoxes(args.input, args.boxes),
  checkValues: async (args: ReadArgs & { readonly values: readonly FieldValue[] }) =>
    (await import('./operations/check-values.ts')).checkValues(args.input, args.values),
  checkText: async (args: { readonly texts: readonly string[] }) =>
    (await import('./operations/check-text.ts')).checkText(args.texts),
  prepare: async (args: WriteArgs & { readonly request: PrepareRequest }) =>
    (await import('./operations/prepare.ts')).prepare(args.input, args.output, args.request),
  preview: async (args: WriteArgs & { readonly request: PrepareRequest }) =>
    (await import('./operations/preview.ts')).preview(args.input, args.output, args.request),
  complete: async (args: WriteArgs & { readonly request: CompleteRequest }, context: TaskContext) =>
    (await import('./operations/complete.ts')).complete(
      args.input,
      args.output,
      args.request,
      context.signer,
    ),
  seal: async (args: WriteArgs & { readonly request: SealRequest }, context: TaskContext) =>
    (await import('./operations/seal.ts')).seal(args.input, args.output, args.request, context.signer),
  verify: async (args: ReadArgs) => (await import('./operations/verify.ts')).verify(args.input),
  merge: async (args: { readonly inputs: readonly PdfInput[]; readonly output: string }) =>
    (await import('./operations/merge.ts')).merge(args.inputs, args.output),
};

export type { TaskCall };

type Table = typeof taskTable;
export type TaskName = keyof Table;
export type TaskArgs<Name extends TaskName> = Parameters<Table[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Table[Name]>>;

/** Any table of tasks; tests of the pool have their own. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments of a task are checked where it is asked for
export type TaskTable = Readonly<Record<string, (args: any, context: TaskContext) => unknown>>;

/** Looks the task up, runs it, and tells how it ended. Never throws. */
export function performTask(table: TaskTable, call: TaskCall, context: TaskContext): Promise<Outcome> {
  return outcomeOf(() => {
    const task = Object.hasOwn(table, call.task) ? table[call.task] : undefined;
    if (task === undefined) throw new Error(`there is no task ${call.task}`);
    return task(call.args, context);
  });
}
