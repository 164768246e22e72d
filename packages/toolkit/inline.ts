import type { FontSource } from '@countersign/pdf';
import { exactly } from '@countersign/pdf/arguments';
import type { SendRequest } from '@countersign/seal';
import { ToolkitError } from './errors.ts';
import { performTask, unwrapOutcome } from './perform-task.ts';
import type { PadesSettings, SignerSource, TaskContext } from './signer.ts';
import { type TaskResult, tasks } from './tasks.ts';
import { checkOptions, createToolkit, type PdfToolkit, type RunTask, toolkitOptions } from './toolkit.ts';

export interface InlineOptions {
  /** Default: a development certificate. */
  readonly signer?: SignerSource | undefined;
  /** Level of seals. Default: B-B without network. */
  readonly pades?: PadesSettings | undefined;
  /** Network access for the level. */
  readonly send?: SendRequest | undefined;
  /** TrueType fonts (paths or bytes), preferred to the installed ones by everything in this thread. */
  readonly fonts?: readonly FontSource[] | undefined;
}

/** Creates a toolkit in the caller's thread, with the faults of the pool. A task that has begun cannot be cancelled. */
export function inlineToolkit(options: InlineOptions = {}): PdfToolkit & AsyncDisposable {
  checkOptions(options, exactly(toolkitOptions));
  const context: TaskContext = { ...options, signer: options.signer ?? { kind: 'development' } };
  const running = new Set<Promise<unknown>>();
  let closed = false;
  const run: RunTask = async (task, args, { signal }) => {
    if (closed || signal?.aborted) throw new ToolkitError('pdf_cancelled', 'the task was cancelled');
    const outcome = performTask(tasks, { task, args }, context);
    running.add(outcome);
    const value = unwrapOutcome(await outcome.finally(() => running.delete(outcome)));
    return value as TaskResult<typeof task>;
  };
  return createToolkit(run, async () => {
    closed = true;
    await Promise.allSettled(running);
  });
}
