import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createToolkitPool } from '@countersign/workers';
import { corpusFolder } from '../../../packages/pdf/testing/corpus.ts';
import { makeModels } from './edited-file.ts';
import { drawModels, type FileVerdict, type JudgeContext, judgeFile } from './judge-file.ts';
import { startReaders } from './readers/installed-readers.ts';

/** Files judged in parallel, each by its own readers. */
const LANES = 2;

const EDIT_PATIENCE = 60_000;

const CLOSE_PATIENCE = 10_000;

/** ms per reader and file: ten times the slowest valid file. */
const PATIENCE = 20_000;

export interface JudgeOptions {
  readonly patience?: number;
  /** ms after which no further file is started. */
  readonly budget?: number;
  readonly signal?: AbortSignal;
  readonly onVerdict?: (verdict: FileVerdict) => void;
}

/** Judges corpus files in order, fewer if the time is over. */
export async function judgeCorpus(
  files: readonly string[],
  options: JudgeOptions = {},
): Promise<FileVerdict[]> {
  const { patience = PATIENCE } = options;
  const folder = mkdtempSync(join(tmpdir(), 'corpus-edits-'));
  const toolkit = createToolkitPool({ threads: LANES, timeoutMs: EDIT_PATIENCE });
  const lanes = Array.from({ length: LANES }, () => startReaders(folder));
  try {
    const models = await makeModels(toolkit, folder);
    const modelPictures = await drawModels(lanes[0] ?? [], models, patience);
    const contexts = lanes.map(
      (readers): JudgeContext => ({ toolkit, models, modelPictures, readers, folder, patience }),
    );
    return await judgeInLanes(files, contexts, options);
  } finally {
    for (const reader of lanes.flat()) reader.close();
    await Promise.race([toolkit.close(), setTimeout(CLOSE_PATIENCE, undefined, { ref: false })]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function judgeInLanes(
  files: readonly string[],
  contexts: readonly JudgeContext[],
  { budget = Number.POSITIVE_INFINITY, signal, onVerdict }: JudgeOptions,
): Promise<FileVerdict[]> {
  const end = performance.now() + budget;
  const queue = files.entries();
  const verdicts: FileVerdict[] = [];
  const work = async (context: JudgeContext) => {
    while (performance.now() < end && !signal?.aborted) {
      const next = queue.next();
      if (next.done) return;
      const [index, file] = next.value;
      const verdict = await judgeFile(file, join(corpusFolder, file), context);
      if (signal?.aborted) return;
      verdicts[index] = verdict;
      onVerdict?.(verdict);
    }
  };
  const aborted = signal === undefined ? [] : [once(signal, 'abort')];
  await Promise.race([Promise.all(contexts.map(work)), ...aborted]);
  return verdicts.filter((verdict) => verdict !== undefined);
}
