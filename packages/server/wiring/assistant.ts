import { type ChatModel, createChatModel } from '@countersign/adapters/assistant';
import { SecretBox } from '@countersign/adapters/postgres/encryption';
import type { Answer, Fact, Passage } from '@countersign/assistant';
import type { Assistant, AssistantEngine, ReadDocument, ReadingSource } from '@countersign/signing/ports';
import { TaskPool, type TaskPoolOptions } from '@countersign/workers';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { Secrets } from '../settings/secrets.ts';

const WORKER_FILE = new URL('./assistant-worker.ts', import.meta.url);

/**
 * Files are foreign, so they are read in a process of its own, which ends when there are none. With these limits it takes
 * less than 300 MB for 2,000 pages, of which half is Node and the program [D11-13].
 */
const READING = {
  threads: 1,
  maxQueue: 100,
  memoryLimitMb: 140,
  youngMemoryMb: 16,
  isolation: 'idle',
} as const;
/** Milliseconds. Much longer than the processor time, which a busy machine gives slowly. */
const READING_MS = 300_000;
/** Milliseconds of processor time [D11-13]. */
const READING_CPU_MS = 60_000;

/** Indexes stay in the one thread; it ends its task, and is replaced, if it needs more. */
const ANSWERING = {
  threads: 1,
  maxQueue: 100,
  maxQueueOfAccount: 25,
  memoryLimitMb: 512,
  timeoutMs: 20_000,
} as const;
const ANSWERING_CPU_MS = 10_000;

export interface WiredAssistant extends Assistant {
  close(): Promise<void>;
}

export function createAssistant(
  { assistant }: Config,
  { encryptionKeys }: Secrets,
  logger: Logger,
): WiredAssistant | null {
  if (assistant === undefined) return null;
  const engine = createEngine();
  const model: ChatModel | null = assistant.provider === 'openai' ? createChatModel(assistant) : null;
  const secrets = new SecretBox(encryptionKeys);
  return {
    engine,
    model,
    box: {
      seal: (content, place) => secrets.sealBytes(content, place),
      open: (sealed, place) => secrets.openBytes(sealed, place),
    },
    onModelFailure: (error) =>
      logger.warn({ err: error, code: 'assistant_model_failed' }, 'the model gave no answer'),
    close: async () => void (await Promise.all([engine.close(), model?.close()])),
  };
}

/** Threads start with the first document that has an assistant. */
function createEngine(): AssistantEngine {
  const reading = openLater({ ...READING, timeoutMs: READING_MS });
  const answering = openLater(ANSWERING);
  const ask = async (task: string, source: ReadingSource, args: object = {}) => {
    const { readingId, account } = source;
    const run = (content?: Uint8Array) =>
      answering
        .open()
        .run({ task, args: { ...args, readingId, content } }, { account, cpuMs: ANSWERING_CPU_MS });
    // The thread may not hold the reading, or not any more.
    return (await run()) ?? (await run(await source.load()));
  };
  return {
    read: async (path, { account, language }) => {
      const call = { task: 'read', args: { path, language } };
      return (await reading.open().run(call, { account, cpuMs: READING_CPU_MS })) as ReadDocument;
    },
    answer: async (source, question) => (await ask('answer', source, { question })) as Answer,
    findPassages: async (source, question) =>
      (await ask('findPassages', source, { question })) as readonly Passage[],
    listFacts: async (source) => (await ask('listFacts', source)) as readonly Fact[],
    close: async () => void (await Promise.all([reading.close(), answering.close()])),
  };
}

function openLater(options: Omit<TaskPoolOptions, 'workerFile'>) {
  let opened: TaskPool | undefined;
  return {
    open(): TaskPool {
      opened ??= new TaskPool({ ...options, workerFile: WORKER_FILE });
      return opened;
    },
    close: async () => opened?.close(),
  };
}
