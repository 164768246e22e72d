import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFlips, type Flip, flipped } from './flips.ts';
import { verifyByPdfsig, verifyByToolkit } from './readers.ts';
import { listRegions, type Region } from './regions.ts';
import { type SealedSample, sealSample, sealWithMuchRoom } from './sealed-sample.ts';

/** Flips that pdfsig checks too; `npm run campaign -- seal-flips` checks all. */
const SHOWN_TO_PDFSIG = 40;
/** Changes the case of a hexadecimal digit, which keeps its value. */
const CASE_BIT = 0x20;

describe('one byte of a sealed file that was changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seal-flips-'));
  let sample: SealedSample;
  let regions: readonly Region[];
  let flips: readonly Flip[];

  beforeAll(async () => {
    sample = await sealSample();
    regions = listRegions(sample);
    flips = chooseFlips(regions, 1000, 'seal-flips');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const missed = (list: readonly Flip[], { bytes } = sample) =>
    list.filter((flip) => verifyByToolkit(flipped(bytes, flip)) === 'sound').map(describeFlip);
  const regionOf = (name: string, among = regions) => {
    const region = among.find((candidate) => candidate.name === name);
    if (region === undefined) throw new Error(`the sealed file has no ${name}`);
    return region;
  };
  const flipsOf = (
    region: Region,
    masksAt: (byte: number) => readonly number[],
    { bytes } = sample,
  ): readonly Flip[] =>
    Array.from(bytes.subarray(region.start, region.end)).flatMap((byte, index) =>
      masksAt(byte).map((mask) => ({ region, at: region.start + index, mask })),
    );

  it('is found, 1,000 times of 1,000, in every part of the file; unchanged it is sound', () => {
    expect(verifyByToolkit(sample.bytes)).toBe('sound');
    expect(new Set(flips.map(({ region }) => region))).toEqual(new Set(regions));
    expect(flips).toHaveLength(1000);
    expect(missed(flips)).toEqual([]);
  });

  it('is found where no digest reaches: in the zeros behind the signature', async () => {
    const roomy = await sealWithMuchRoom();
    const zeros = regionOf('zeros behind it and >', listRegions(roomy));
    expect(zeros.end - zeros.start).toBeGreaterThan(1000);
    expect(verifyByToolkit(roomy.bytes)).toBe('sound');
    const last = { ...zeros, start: zeros.end - 40 };
    const masks = [1, 2, 4, 8, 16, 32, 64, 128, 9, 0x0c];
    for (const part of [{ ...zeros, end: zeros.start + 40 }, last])
      expect(
        missed(
          flipsOf(part, () => masks, roomy),
          roomy,
        ),
      ).toEqual([]);
  });

  it('is found where it spells the same: small letters among the digits of the signature', () => {
    const digits = regionOf('signature in /Contents');
    const letters = flipsOf(digits, (byte) => (byte >= 0x41 && byte <= 0x46 ? [CASE_BIT] : []));
    expect(letters.length).toBeGreaterThan(100);
    expect(missed(letters)).toEqual([]);
  });

  it.each(['/ByteRange', 'cross-reference of the seal', 'startxref and %%EOF'])(
    'is found at every place: %s',
    (name) => {
      expect(missed(flipsOf(regionOf(name), () => [1, 0x10]))).toEqual([]);
    },
  );

  it.skipIf(!hasPrograms('pdfsig'))(
    'is found by pdfsig too, wherever the byte range has it; unchanged the file is sound to it',
    async () => {
      const path = join(folder, 'shown.pdf');
      expect(await verifyByPdfsig(sample.bytes, path)).toBe('sound');
      const signed = flips.filter(({ region }) => region.isSigned);
      const step = Math.floor(signed.length / SHOWN_TO_PDFSIG);
      const shown = signed.filter((_, index) => index % step === 0);
      expect(shown.length).toBeGreaterThanOrEqual(SHOWN_TO_PDFSIG);
      for (const flip of shown)
        expect(await verifyByPdfsig(flipped(sample.bytes, flip), path), describeFlip(flip)).not.toBe('sound');
    },
  );
});

function describeFlip({ region, at, mask }: Flip): string {
  return `${region.name}: byte ${at} xor ${mask}`;
}
