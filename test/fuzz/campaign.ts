import type { ChildReply } from './child.ts';
import { type Finding, type FindingKind, keyOf } from './finding.ts';
import { chooseId, formatId, type InputId } from './make-input.ts';
import { Random } from './random.ts';
import type { SeedFile } from './seed-files.ts';
import { TrialProcess } from './trial-process.ts';

export interface CampaignOptions {
  readonly seed: number;
  readonly files: readonly SeedFile[];
  readonly seconds: number;
  /** Number of the first input, to continue a run. */
  readonly first: number;
  readonly most: number;
  readonly processes: number;
  readonly qpdfShare: number;
  readonly onFind: (find: Find) => void;
}

export interface Find {
  readonly key: string;
  readonly id: string;
  readonly finding: Finding;
  inputs: number;
}

export interface CampaignResult {
  readonly seed: number;
  readonly files: number;
  readonly inputs: number;
  readonly seconds: number;
  /** Counts of `accepted` and of refusal codes. */
  readonly opened: Readonly<Record<string, number>>;
  readonly saved: number;
  readonly checkedByQpdf: number;
  /** Saved files that qpdf rates lower than the input, by reason in `explained.ts`. */
  readonly explained: Readonly<Record<string, number>>;
  readonly finds: readonly Find[];
  /** Not reproduced on the same input: load, not a fault. */
  readonly unconfirmed: readonly Find[];
}

/** Tries inputs, some in parallel, until the time is over. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const campaign = new Campaign(options);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: options.processes }, () => campaign.work(start + options.seconds * 1000)),
  );
  return campaign.result((performance.now() - start) / 1000);
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #finds = new Map<string, Find>();
  readonly #unconfirmed = new Map<string, Find>();
  readonly #opened: Record<string, number> = {};
  readonly #explained: Record<string, number> = {};
  #next: number;
  #done = 0;
  #saved = 0;
  #checked = 0;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#next = options.first;
  }

  async work(until: number): Promise<void> {
    const trial = new TrialProcess();
    try {
      while (performance.now() < until && this.#next < this.#options.first + this.#options.most) {
        const index = this.#next;
        this.#next += 1;
        await this.#tryOne(trial, index);
      }
    } finally {
      trial.close();
    }
  }

  result(seconds: number): CampaignResult {
    const { seed, files } = this.#options;
    return {
      seed,
      files: files.length,
      inputs: this.#done,
      seconds: Math.round(seconds),
      opened: this.#opened,
      saved: this.#saved,
      checkedByQpdf: this.#checked,
      explained: this.#explained,
      finds: [...this.#finds.values()],
      unconfirmed: [...this.#unconfirmed.values()],
    };
  }

  async #tryOne(trial: TrialProcess, index: number): Promise<void> {
    const { seed, files, qpdfShare } = this.#options;
    const id = chooseId(seed, index, files);
    const askQpdf = new Random(`${seed}:${index}:qpdf`).chance(qpdfShare);
    const { outcome } = await trial.try({ id, askQpdf });
    this.#done += 1;
    this.#saved += outcome.saved;
    this.#checked += outcome.checked;
    countOne(this.#opened, outcome.opened);
    for (const reason of outcome.explained) countOne(this.#explained, reason);
    for (const finding of outcome.findings) await this.#note(trial, id, finding);
  }

  async #note(trial: TrialProcess, id: InputId, finding: Finding): Promise<void> {
    const key = keyOf(finding);
    const known = this.#finds.get(key) ?? this.#unconfirmed.get(key);
    if (known !== undefined) known.inputs += 1;
    if (this.#finds.has(key)) return;
    const find = { key, id: formatId(id), finding, inputs: 1 };
    const isConfirmed = await isSeenAgain(trial, id, finding);
    if (this.#finds.has(key)) return;
    if (!isConfirmed) {
      this.#unconfirmed.set(key, known ?? find);
      return;
    }
    this.#unconfirmed.delete(key);
    this.#finds.set(key, find);
    this.#options.onFind(find);
  }
}

function countOne(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

async function isSeenAgain(trial: TrialProcess, id: InputId, finding: Finding): Promise<boolean> {
  trial.restart();
  const { outcome }: ChildReply = await trial.try({ id, askQpdf: true });
  return outcome.findings.some((seen) => isSameCause(seen, finding));
}

/** Which limit ends a process, and in which operation, depends on the load. */
function isSameCause(a: Finding, b: Finding): boolean {
  return keyOf(a) === keyOf(b) || (ENDS_PROCESS.has(a.kind) && ENDS_PROCESS.has(b.kind));
}

const ENDS_PROCESS: ReadonlySet<FindingKind> = new Set(['hang', 'memory', 'crash']);
