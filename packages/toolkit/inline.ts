import type { FontSource } from '@countersign/pdf';
import type { SendRequest } from '@countersign/seal';
import { ToolkitError } from './errors.ts';
import type { PdfToolkit } from './requests.ts';
import type { PadesSettings, SignerSource, TaskContext } from './signer.ts';
import { performTask, type TaskResult, taskTable, unwrapOutcome } from './tasks.ts';
import { checkOptions, createToolkit, inlineOptions, type RunTask } from './toolkit.ts';

export interface InlineOptions {
  /** Default: a development certificate. */
  readonly signer?: SignerSource;
  /** Level of seals. Default: B-B without network. */
  readonly pades?: PadesSettings;
  /** Network access for the level. */
  readonly send?: SendRequest;
  /** TrueType fonts (paths or bytes), preferred to the installed ones by everything in this thread. */
  readonly fonts?: readonly FontSource[];
}

/** Creates a toolkit in the caller's thread, with the faults of the pool. A task that has begun cannot be cancelled. */
export function inlineToolkit(options: InlineOptions = {}): PdfToolkit & AsyncDisposable {
  checkOptions(options, inlineOptions);
  const context: TaskContext = { signer: { kind: 'development' }, ...options };
  const running = new Set<Promise<unknown>>();
  let closed = false;
  const run: RunTask = async (task, args, { signal } = {}) => {
    if (closed || signal?.aborted) throw new ToolkitError('pdf_cancelled', 'the task was cancelled');
    const outcome = performTask(taskTable, { task, args }, context);
    running.add(outcome);
    const value = unwrapOutcome(await outcome.finally(() => running.delete(outcome)));
    return value as TaskResult<typeof task>;
  };
  return createToolkit(run, async () => {
    closed = true;
    await Promise.allSettled(running);
  });
}
