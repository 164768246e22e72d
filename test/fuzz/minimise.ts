import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyOf } from './finding.ts';
import { TrialProcess } from './trial-process.ts';

/** Seconds after which the smallest input so far is used. */
const PATIENCE = 240;

/** Removes parts, large ones first, while the input shows the same finding. Returns undefined if it shows none. */
export async function minimise(bytes: Buffer): Promise<{ bytes: Buffer; key: string } | undefined> {
  const trial = new FileTrial();
  try {
    const key = (await trial.keysOf(bytes))[0];
    if (key === undefined) return undefined;
    return {
      bytes: await shrink(bytes, async (smaller) => (await trial.keysOf(smaller)).includes(key)),
      key,
    };
  } finally {
    trial.close();
  }
}

async function shrink(bytes: Buffer, isStillFound: (bytes: Buffer) => Promise<boolean>): Promise<Buffer> {
  const until = performance.now() + PATIENCE * 1000;
  let smallest = bytes;
  for (let piece = Math.ceil(bytes.length / 2); piece >= 1; piece = Math.floor(piece / 2)) {
    for (let at = 0; at < smallest.length; ) {
      if (performance.now() > until) return smallest;
      const candidate = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + piece)]);
      if (await isStillFound(candidate)) smallest = candidate;
      else at += piece;
    }
  }
  return smallest;
}

/** Tries given bytes in the child process. */
class FileTrial {
  readonly #folder = mkdtempSync(join(tmpdir(), 'countersign-fuzz-'));
  readonly #process = new TrialProcess();

  async keysOf(bytes: Buffer): Promise<string[]> {
    const path = join(this.#folder, 'input.pdf');
    writeFileSync(path, bytes);
    const { outcome } = await this.#process.try({ path, askQpdf: true });
    return outcome.findings.map(keyOf);
  }

  close(): void {
    this.#process.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
