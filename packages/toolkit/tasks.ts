/** For both sides of a thread: operations are loaded on first use, so that callers load no PDF engine. */
import type { FillOptions, FormReading } from '@countersign/forms';
import type { FontSource } from '@countersign/pdf';
import type { SendRequest } from '@countersign/seal';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { PadesSettings } from './pades-settings.ts';
import type {
  BoxRequest,
  CompleteRequest,
  DocumentRequest,
  GivenValue,
  PdfInput,
  PrepareRequest,
  SealRequest,
  SigningRequest,
} from './pdf-toolkit.ts';
import { registerFonts } from './register-fonts.ts';
import type { KeySource, SignerSource } from './signer-source.ts';
import type { TaskCall } from './task-call.ts';

export interface TaskContext {
  readonly signer: SignerSource;
  /** Default: a signature without timestamp. */
  readonly pades?: PadesSettings;
  /** Required above B-B. */
  readonly send?: SendRequest;
  readonly fonts?: readonly FontSource[];
}

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
  inspect: async (args: ReadArgs) => (await import('./operations/inspect.ts')).inspectInput(args.input),
  inspectUpload: async (args: ReadArgs) =>
    (await import('./operations/inspect-upload.ts')).inspectUpload(args.input),
  strip: async ({ input, output, ...options }: WriteArgs & { readonly keepAttachments?: boolean }) =>
    (await import('./operations/strip.ts')).stripTo(input, output, options),
  readFields: async ({ input, ...reading }: ReadArgs & FormReading) =>
    (await import('./operations/read-fields.ts')).readFields(input, reading),
  readPages: async (args: ReadArgs) => (await import('./operations/read-pages.ts')).readPages(args.input),
  checkBoxes: async (args: ReadArgs & { readonly boxes: readonly BoxRequest[] }) =>
    (await import('./operations/check-boxes.ts')).checkBoxes(args.input, args.boxes),
  checkValues: async ({
    input,
    values,
    ...options
  }: ReadArgs & FillOptions & { readonly values: readonly GivenValue[] }) =>
    (await import('./operations/check-values.ts')).checkValues(input, values, options),
  checkText: async (args: { readonly texts: readonly string[] }) =>
    (await import('./operations/check-text.ts')).checkText(args.texts),
  checkInk: async (args: { readonly input: Uint8Array }) =>
    (await import('./operations/check-ink.ts')).checkInk(args.input),
  checkRequest: async (args: ReadArgs & { readonly request: DocumentRequest }) =>
    (await import('./operations/check-request.ts')).checkRequest(args.input, args.request),
  checkSigning: async (args: ReadArgs & { readonly request: SigningRequest }) =>
    (await import('./operations/check-signing.ts')).checkSigning(args.input, args.request),
  prepare: async (args: WriteArgs & { readonly request: PrepareRequest }) =>
    (await import('./operations/prepare.ts')).prepare(args.input, args.output, args.request),
  preview: async (args: WriteArgs & { readonly request: PrepareRequest }) =>
    (await import('./operations/preview.ts')).preview(args.input, args.output, args.request),
  complete: async (args: WriteArgs & { readonly request: CompleteRequest }, context: TaskContext) =>
    (await import('./operations/complete.ts')).complete(args.input, args.output, args.request, context),
  seal: async (args: WriteArgs & { readonly request: SealRequest }, context: TaskContext) =>
    (await import('./operations/seal.ts')).seal(args.input, args.output, args.request, context),
  rehearse: async (args: ReadArgs) => (await import('./operations/rehearse.ts')).rehearse(args.input),
  admit: async (args: { readonly input: string; readonly output: string }) =>
    (await import('./operations/admit.ts')).admit(args.input, args.output),
  cleanAttachment: async (args: { readonly input: string; readonly output: string }) =>
    (await import('./operations/clean-attachment.ts')).cleanAttachment(args.input, args.output),
  verify: async (args: ReadArgs) => (await import('./operations/verify.ts')).verify(args.input),
  readAttachment: async (args: ReadArgs & { readonly name: string }) =>
    (await import('./operations/read-attachment.ts')).readAttachmentOf(args.input, args.name),
  merge: async (args: MergeArgs) =>
    (await import('./operations/merge.ts')).merge(args.inputs, args.output, args),
};

export type { TaskCall };

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
