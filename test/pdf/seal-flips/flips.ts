import { Random } from '../../fuzz/random.ts';
import type { Region } from './regions.ts';

export interface Flip {
  readonly region: Region;
  readonly at: number;
  /** The bits to change, 1 to 255. */
  readonly mask: number;
}

/** Flips per region, since some are short; the others are anywhere in the file. */
const PER_REGION = 80;

/** Makes `count` distinct flips, deterministic by seed and regions. */
export function chooseFlips(regions: readonly Region[], count: number, seed: string): readonly Flip[] {
  const random = new Random(seed);
  const size = regions.at(-1)?.end ?? 0;
  const flips = new Map<string, Flip>();
  const add = (at: number) => {
    const mask = 1 + random.below(255);
    const region = regions.find(({ end }) => at < end);
    if (region !== undefined) flips.set(`${at} ${mask}`, { region, at, mask });
  };
  for (const [index, { start, end }] of regions.entries())
    while (flips.size < (index + 1) * PER_REGION) add(start + random.below(end - start));
  while (flips.size < count) add(random.below(size));
  return [...flips.values()];
}

export function flipped(bytes: Uint8Array, { at, mask }: Flip): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ mask;
  return changed;
}
