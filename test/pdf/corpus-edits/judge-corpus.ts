import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createToolkitPool } from '@countersign/toolkit';
import { corpusFolder } from '../../../packages/pdf/testing/corpus.ts';
import { makeModels } from './edited-file.ts';
import { type Court, drawModels, type FileVerdict, judgeFile } from './judge-file.ts';
import { startReaders } from './readers/installed-readers.ts';

/** Files judged at a time, each by readers of its own. */
const LANES = 2;

/** ms for one edit of ours. */
const EDIT_PATIENCE = 60_000;

/** ms for the threads to end: what they do no longer matters, and the verdicts are known. */
const CLOSE_PATIENCE = 10_000;

/** ms for a reader and one file: the slowest sound file takes a tenth of it. */
const PATIENCE = 20_000;

export interface JudgeOptions {
  /** ms for a reader and one file. */
  readonly patience?: number;
  /** No further file is begun after this many ms. */
  readonly budget?: number;
  /** Ends the run at once, with the verdicts there are. */
  readonly signal?: AbortSignal;
  readonly onVerdict?: (verdict: FileVerdict) => void;
}

/** Judges files of the corpus, by their names, in order; fewer when the budget is used up. */
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
    const courts = lanes.map(
      (readers): Court => ({ toolkit, models, modelPictures, readers, folder, patience }),
    );
    return await judgeInLanes(files, courts, options);
  } finally {
    for (const reader of lanes.flat()) reader.close();
    await Promise.race([toolkit.close(), setTimeout(CLOSE_PATIENCE, undefined, { ref: false })]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function judgeInLanes(
  files: readonly string[],
  courts: readonly Court[],
  { budget = Number.POSITIVE_INFINITY, signal, onVerdict }: JudgeOptions,
): Promise<FileVerdict[]> {
  const end = performance.now() + budget;
  const queue = files.entries();
  const verdicts: FileVerdict[] = [];
  const work = async (court: Court) => {
    while (performance.now() < end && !signal?.aborted) {
      const next = queue.next();
      if (next.done) return;
      const [index, file] = next.value;
      const verdict = await judgeFile(file, join(corpusFolder, file), court);
      if (signal?.aborted) return;
      verdicts[index] = verdict;
      onVerdict?.(verdict);
    }
  };
  const aborted = signal === undefined ? [] : [once(signal, 'abort')];
  await Promise.race([Promise.all(courts.map(work)), ...aborted]);
  return verdicts.filter((verdict) => verdict !== undefined);
}
