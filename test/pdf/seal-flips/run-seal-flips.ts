/** `npm run seal:flips`: changes 1,000 bytes of a sealed file, one at a time. Our verification must detect all. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, missingPrograms } from '@countersign/pdf/testing';
import { chooseFlips, type Flip, flipped } from './flips.ts';
import { type Verdict, verifyByPdfsig, verifyByToolkit } from './readers.ts';
import { listRegions } from './regions.ts';
import { sealSample } from './sealed-sample.ts';

const COUNT = 1000;
const SEED = 'seal-flips';
const LANES = 2;

interface Outcome {
  readonly flip: Flip;
  readonly ours: Verdict;
  /** Undefined if not installed. */
  readonly pdfsig: Verdict | undefined;
}

for (const line of missingPrograms(['pdfsig'])) process.stderr.write(`${line}: it is not asked.\n`);

const folder = mkdtempSync(join(tmpdir(), 'seal-flips-'));
try {
  const sample = await sealSample();
  const regions = listRegions(sample);
  const flips = chooseFlips(regions, COUNT, SEED);
  const outcomes = await askAll(sample.bytes, flips);
  const print = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  print([
    'region',
    'bytes',
    'flips',
    'ours: changed',
    'unreadable',
    'missed',
    'pdfsig: changed',
    'unreadable',
    'missed',
  ]);
  print(['---', ...Array.from({ length: 8 }, () => '---:')]);
  for (const region of regions) {
    const own = outcomes.filter(({ flip }) => flip.region === region);
    print([region.name, region.end - region.start, own.length, ...countAll(own)]);
  }
  print(['all', sample.bytes.length, outcomes.length, ...countAll(outcomes)]);
  if (outcomes.some(isMissed)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function askAll(bytes: Uint8Array, flips: readonly Flip[]): Promise<readonly Outcome[]> {
  const withPdfsig = hasPrograms('pdfsig');
  const outcomes: Outcome[] = [];
  const waiting = [...flips.entries()];
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [index, flip] = next;
      const changed = flipped(bytes, flip);
      const pdfsig = withPdfsig ? await verifyByPdfsig(changed, join(folder, `${index}.pdf`)) : undefined;
      outcomes.push({ flip, ours: verifyByToolkit(changed), pdfsig });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}

/**
 * Returns whether we missed the change, or pdfsig did within the byte range. /Contents is not hashed, and pdfsig with
 * -nocert ignores some of its bytes.
 */
function isMissed({ flip, ours, pdfsig }: Outcome): boolean {
  return ours === 'sound' || (flip.region.isSigned && pdfsig === 'sound');
}

function countAll(outcomes: readonly Outcome[]): readonly (string | number)[] {
  const count = (reader: 'ours' | 'pdfsig', verdict: Verdict) =>
    outcomes.some(({ pdfsig }) => pdfsig === undefined) && reader === 'pdfsig'
      ? '-'
      : outcomes.filter((outcome) => outcome[reader] === verdict).length;
  const verdicts = ['changed', 'unreadable', 'sound'] as const;
  return (['ours', 'pdfsig'] as const).flatMap((reader) => verdicts.map((verdict) => count(reader, verdict)));
}
