import type { FontSource } from '@countersign/pdf';
import type { SendRequest } from '@countersign/seal';
import {
  checkOptions,
  createToolkit,
  describeForThread,
  openSource,
  type PadesSettings,
  type PdfToolkit,
  type RunTask,
  refuseToSend,
  type SignerSource,
} from '@countersign/toolkit';
import {
  outcomeOf,
  SEALING_TASKS,
  type TaskName,
  type TaskResult,
  type ThreadContext,
  unwrapOutcome,
} from '@countersign/toolkit/tasks';
import { openHostChannel } from './host-channel.ts';
import { type Isolation, TaskPool, type TaskPoolLimits, transferableBuffers } from './pool.ts';

export interface ToolkitPoolOptions extends TaskPoolLimits {
  /** ms of processor time by operation, from Node 24.6 on (`pdf_timeout`). A call may ask for less. */
  readonly cpuMs?: ProcessorLimits;
  /** Entry point of the threads. Default: `@countersign/toolkit/pdf-worker`. */
  readonly workerFile?: URL;
  /** Whether the threads are in a child process, which a fault in native code ends instead of this one. */
  readonly isolation?: Isolation;
  /** Default: a development certificate. */
  readonly signer?: SignerSource;
  /** Level of seals. Default: B-B without network. */
  readonly pades?: PadesSettings;
  /** Network access for the level. Called in this thread. */
  readonly send?: SendRequest;
  /**
   * TrueType fonts (paths, or bytes, which are copied), preferred to the installed ones. An unusable font fails every
   * task with `font_not_usable`.
   */
  readonly fonts?: readonly FontSource[];
}

export type ProcessorLimits = Readonly<Partial<Record<TaskName, number>>>;

/**
 * Creates a toolkit on threads. Input bytes are transferred and may be empty afterwards. Adds the faults
 * `pdf_queue_full`, `pdf_timeout`, `pdf_out_of_memory`, `pdf_worker_crashed`, `pdf_cancelled`, and with `isolation`
 * `file_not_processable`.
 */
export function createToolkitPool(options: ToolkitPoolOptions = {}): PdfToolkit & AsyncDisposable {
  checkOptions(options);
  const {
    signer = { kind: 'development' },
    pades,
    send = refuseToSend,
    fonts,
    workerFile = ownWorkerFile(),
    cpuMs: processorLimits = {},
    ...limits
  } = options;
  const isFile = signer.kind !== 'remote' && signer.kind !== 'changing';
  const context: ThreadContext = {
    signer: isFile ? signer : undefined,
    ...(pades && { pades }),
    ...(fonts && { fonts }),
  };
  const pool = new TaskPool({ ...limits, workerFile, workerData: context });
  const needsChannel = pades !== undefined || !isFile;
  const run: RunTask = async (task, args, { signal, account, urgency, timeoutMs, cpuMs } = {}) => {
    const opened =
      needsChannel && SEALING_TASKS.has(task) ? await openSealingChannel(signer, send) : undefined;
    const transfer = [...transferableBuffers(inputsOf(args)), ...(opened ? [opened.channel.port] : [])];
    const call = {
      task,
      args,
      ...(opened && { channel: opened.channel.port }),
      ...(opened?.key && { signer: opened.key }),
    };
    try {
      const value = await pool.run(call, {
        transfer,
        ...(signal && { signal }),
        ...(account !== undefined && { account }),
        ...(urgency && { urgency }),
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...leastOf(cpuMs, processorLimits[task]),
      });
      return value as TaskResult<typeof task>;
    } finally {
      opened?.channel.close();
    }
  };
  return createToolkit(run, () => pool.close());
}

async function openSealingChannel(signer: SignerSource, send: SendRequest) {
  const opened = unwrapOutcome(await outcomeOf(() => openSource(signer))) as Awaited<
    ReturnType<typeof openSource>
  >;
  const channel = openHostChannel({ send, keys: opened?.keys ?? [] });
  return { channel, key: opened && describeForThread(opened) };
}

function leastOf(...limits: readonly (number | undefined)[]): { readonly cpuMs?: number } {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? {} : { cpuMs: Math.min(...known) };
}

/** By name and not by path: once built, this module is bundled into another file. */
function ownWorkerFile(): URL {
  return new URL(import.meta.resolve('@countersign/workers/pdf-worker'));
}

function inputsOf(args: object): readonly unknown[] {
  if ('input' in args) return [args.input];
  if ('inputs' in args && Array.isArray(args.inputs)) return args.inputs;
  return [];
}
