import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms } from '@countersign/pdf/testing';
import { chooseFlips, type Flip, flipped } from '../pdf/seal-flips/flips.ts';
import { type Verdict, verifyByPdfsig, verifyByToolkit } from '../pdf/seal-flips/readers.ts';
import { listRegions } from '../pdf/seal-flips/regions.ts';
import { sealSample } from '../pdf/seal-flips/sealed-sample.ts';
import { type Campaign, formatTable } from './campaign.ts';

const LANES = 2;
const HEAD = ['region', 'bytes', 'flips', 'ours: changed', 'unreadable', 'missed'];

export const sealFlips: Campaign = {
  summary: 'changes bytes of a sealed file (1,000), one at a time; our verification has to detect all',
  takes: ['count', 'seed'],
  asks: ['pdfsig'],
  run: async ({ count = 1000, seed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'seal-flips-'));
    try {
      const sample = await sealSample();
      const regions = listRegions(sample);
      const flips = chooseFlips(regions, count, `seal-flips ${seed}`);
      const outcomes = await askAll(sample.bytes, flips, folder);
      const rows = regions.map((region) => {
        const own = outcomes.filter(({ flip }) => flip.region === region);
        return [region.name, region.end - region.start, own.length, ...countAll(own)];
      });
      const all = ['all', sample.bytes.length, outcomes.length, ...countAll(outcomes)];
      return {
        facts: outcomes.map(({ flip: { region, ...flip }, ...verdicts }) => ({
          region: region.name,
          ...flip,
          ...verdicts,
        })),
        text: formatTable([...HEAD, 'pdfsig: changed', 'unreadable', 'missed'], [...rows, all]),
        passed: !outcomes.some(isMissed),
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Outcome {
  readonly flip: Flip;
  readonly ours: Verdict;
  /** It is undefined if not installed. */
  readonly pdfsig: Verdict | undefined;
}

async function askAll(
  bytes: Uint8Array,
  flips: readonly Flip[],
  folder: string,
): Promise<readonly Outcome[]> {
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
