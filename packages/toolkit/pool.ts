import type { PdfToolkit } from './pdf-toolkit.ts';
import type { SignerSource } from './signer-source.ts';
import { TaskPool, type TaskPoolLimits, transferableBuffers } from './task-pool.ts';
import type { TaskContext, TaskResult } from './tasks.ts';
import { type RunTask, toolkitOver } from './toolkit-over.ts';

export interface ToolkitPoolOptions extends TaskPoolLimits {
  /** URL of `workers/pdf-worker.ts`: the toolkit cannot know where the service keeps its entry points. */
  readonly workerFile: URL;
  /** Development certificate when left out. */
  readonly signer?: SignerSource;
}

/**
 * The toolkit on threads. Bytes given as input are handed over and empty afterwards; paths cost nothing. Besides the
 * faults of the task: `pdf_queue_full`, `pdf_timeout`, `pdf_out_of_memory`, `pdf_worker_crashed`, `pdf_cancelled`.
 */
export function createToolkitPool(options: ToolkitPoolOptions): PdfToolkit & AsyncDisposable {
  const { signer = { kind: 'development' }, ...limits } = options;
  const context: TaskContext = { signer };
  const pool = new TaskPool({ ...limits, workerData: context });
  const run: RunTask = async (task, args, { signal } = {}) => {
    const transfer = transferableBuffers(inputsOf(args));
    const value = await pool.run({ task, args }, { transfer, ...(signal === undefined ? {} : { signal }) });
    return value as TaskResult<typeof task>;
  };
  return toolkitOver(run, () => pool.close());
}

function inputsOf(args: object): readonly unknown[] {
  if ('input' in args) return [args.input];
  if ('inputs' in args && Array.isArray(args.inputs)) return args.inputs;
  return [];
}
