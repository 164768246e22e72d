import type { FontSource } from '@countersign/pdf';
import { duration, exactly, matching, oneOf, optional, positive } from '@countersign/pdf/arguments';
import type { RemoteSignerOptions, SendRequest } from '@countersign/seal';
import type { PadesSettings, PdfToolkit, SignerSource } from '@countersign/toolkit';
import {
  checkOptions,
  createToolkit,
  outcomeOf,
  type RunTask,
  refuseToSend,
  type TaskName,
  type TaskResult,
  tasks,
  toolkitOptions,
  unwrapOutcome,
} from '@countersign/toolkit/runner';
import { openHostChannel } from './host-channel.ts';
import { type Isolation, type PoolLoad, TaskPool, type TaskPoolLimits } from './pool.ts';
import { describeForThread, type ThreadContext, transferableBuffers } from './task-call.ts';

export interface ToolkitPoolOptions extends TaskPoolLimits {
  /** ms of processor time by operation, from Node 24.6 on (`pdf_timeout`). A call may ask for less. */
  readonly cpuMs?: ProcessorLimits;
  /** Entry point of the threads. Default: `@countersign/toolkit/pdf-worker`. */
  readonly workerFile?: URL;
  /** Whether the threads are in a child process, which a fault in native code ends instead of this one. */
  readonly isolation?: Isolation;
  /** Default: a development certificate. */
  readonly signer?: SignerSource | undefined;
  /** Level of seals. Default: B-B without network. */
  readonly pades?: PadesSettings | undefined;
  /** Network access for the level. Called in this thread. */
  readonly send?: SendRequest | undefined;
  /**
   * TrueType fonts (paths, or bytes, which are copied), preferred to the installed ones. An unusable font fails every
   * task with `font_not_usable`.
   */
  readonly fonts?: readonly FontSource[] | undefined;
}

export interface PooledToolkit extends PdfToolkit, AsyncDisposable {
  load(): PoolLoad;
}

export type ProcessorLimits = Readonly<Partial<Record<TaskName, number>>>;

/**
 * Creates a toolkit on threads. Input bytes are transferred and may be empty afterwards. Adds the faults
 * `pdf_queue_full`, `pdf_timeout`, `pdf_out_of_memory`, `pdf_worker_crashed`, `pdf_cancelled`, and with `isolation`
 * `file_not_processable`.
 */
export function createToolkitPool(options: ToolkitPoolOptions = {}): PooledToolkit {
  checkOptions(options, poolOptions);
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
    pades,
    fonts,
  };
  const pool = new TaskPool({ ...limits, workerFile, workerData: context });
  const needsChannel = pades !== undefined || !isFile;
  const run: RunTask = async (task, args, { cpuMs, ...turn }) => {
    const opened = needsChannel && tasks[task].seals ? await openSealingChannel(signer, send) : undefined;
    const channel = opened?.channel.port;
    try {
      const value = await pool.run(
        { task, args, channel, signer: opened?.key },
        {
          ...turn,
          transfer: [...transferableBuffers(args), ...(channel ? [channel] : [])],
          cpuMs: leastOf(cpuMs, processorLimits[task]),
        },
      );
      return value as TaskResult<typeof task>;
    } finally {
      opened?.channel.close();
    }
  };
  return { ...createToolkit(run, () => pool.close()), load: () => pool.load };
}

const atLeast = (count: number) =>
  matching(
    `a whole number of at least ${count}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= count,
  );
const poolOptions = exactly({
  ...toolkitOptions,
  threads: optional(atLeast(1)),
  reservedThreads: optional(atLeast(0)),
  maxQueue: optional(atLeast(0)),
  maxQueueOfAccount: optional(atLeast(0)),
  timeoutMs: optional(duration),
  memoryLimitMb: optional(positive),
  processMemoryMb: optional(positive),
  cpuMs: optional(exactly(Object.fromEntries(Object.keys(tasks).map((task) => [task, optional(positive)])))),
  workerFile: optional(matching('a URL', (value) => URL.canParse(String(value)))),
  isolation: optional(oneOf('none', 'kept', 'idle')),
});

async function openSealingChannel(source: SignerSource, send: SendRequest) {
  const opened = unwrapOutcome(await outcomeOf(() => openRemoteKey(source))) as
    | RemoteSignerOptions
    | undefined;
  const channel = openHostChannel({ send, keys: opened?.keys ?? [] });
  return { channel, key: opened && describeForThread(opened) };
}

/** Returns undefined for a key file, which the threads read. */
async function openRemoteKey(source: SignerSource): Promise<RemoteSignerOptions | undefined> {
  if (source.kind === 'changing') return source.current();
  return source.kind === 'remote' ? source : undefined;
}

function leastOf(...limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Finds the file by name and not by path: once built, this module is bundled into another file. */
function ownWorkerFile(): URL {
  return new URL(import.meta.resolve('@countersign/workers/pdf-worker'));
}
