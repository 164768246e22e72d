/** The checks are those of `@countersign/pdf/arguments`, which loads no PDF engine. */

import {
  type ArgumentCheck,
  anything,
  callback,
  checkArguments,
  duration,
  exactly,
  invalidArgument,
  listOf,
  matching,
  oneOf,
  optional,
  pathOrBytes,
  positive,
  shape,
  text,
} from '@countersign/pdf/arguments';
import { PdfError } from '@countersign/pdf/errors';
import { ToolkitError } from './errors.ts';
import { type CallOptions, URGENCIES } from './requests.ts';
import { type Task, type TaskArgs, type TaskName, type TaskResult, type TaskTable, tasks } from './tasks.ts';

type Operations<Table> = {
  [Name in keyof Table]: Table[Name] extends Task<infer Args, infer Result>
    ? (args: Args, options?: CallOptions) => Promise<Result>
    : never;
};

/** The operations of `tasks.ts`, the same inline (`inlineToolkit`) and on threads (`createToolkitPool`). */
export interface PdfToolkit extends Operations<typeof tasks> {
  /** Refuses new tasks and waits for running ones. */
  close(): Promise<void>;
}

/** Runs a task whose arguments and options were checked. */
export type RunTask = <Name extends TaskName>(
  task: Name,
  args: TaskArgs<Name>,
  options: CallOptions,
) => Promise<TaskResult<Name>>;

export function createToolkit(run: RunTask, close: () => Promise<void>): PdfToolkit & AsyncDisposable {
  const operations = Object.entries<TaskTable[string]>(tasks).map(([name, { checks }]) => {
    const operation = async (args: object, options: CallOptions = {}) => {
      checkOptions(options, callOptions);
      asToolkitError(() => checkTask(args, checks));
      return run(name as TaskName, args as TaskArgs<TaskName>, options);
    };
    return [name, operation] as const;
  });
  const byName = Object.fromEntries(operations) as unknown as Operations<typeof tasks>;
  return { ...byName, close, [Symbol.asyncDispose]: close };
}

const isObject = shape({});

function checkTask(args: object, checks: Readonly<Record<string, ArgumentCheck>>): void {
  isObject(args, 'arguments');
  for (const [name, value] of Object.entries(args)) {
    if (!Object.hasOwn(checks, name))
      throw invalidArgument(name, `no argument but ${Object.keys(checks).join(', ')}`, value);
  }
  checkArguments({ ...args }, checks);
}

const callOptions = exactly({
  signal: optional(matching('an AbortSignal', (value) => value instanceof AbortSignal)),
  account: optional(text),
  urgency: optional(oneOf(...URGENCIES)),
  timeoutMs: optional(duration),
  cpuMs: optional(positive),
});

/** The options of every toolkit. */
export const toolkitOptions = {
  signer: optional(shape({ kind: oneOf('development', 'pem', 'p12', 'remote', 'changing') })),
  pades: anything,
  send: optional(callback),
  fonts: optional(listOf(pathOrBytes)),
};

/** Throws `invalid_argument`. */
export function checkOptions(given: object, check: ArgumentCheck): void {
  asToolkitError(() => check(given, 'options'));
}

function asToolkitError(check: () => void): void {
  try {
    check();
  } catch (cause) {
    if (!(cause instanceof PdfError)) throw cause;
    const details = { origin: cause.name, cause };
    throw new ToolkitError(cause.code, cause.message, cause.params, details);
  }
}
