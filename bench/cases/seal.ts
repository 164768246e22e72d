import type { Inputs } from '../inputs.ts';
import { readSealBack } from '../read-back-seal.ts';
import { type Case, pathOf } from './case.ts';

/** Adds one signature over the whole file, with the key of SEAL_P12 for all. */
export function sealCases({ scan, form }: Inputs): Case[] {
  return [scan, form].map((input) => ({
    id: `seal/${input.id}`,
    title: `Seal with a key from PKCS #12: ${input.title}`,
    job: 'seal',
    input,
    expected: `${input.pages} pages, 1 valid signature over the whole file`,
    readBack: readSealBack,
    command: (output) => ['seal', pathOf(input), '-o', output],
    natives: [],
    ...(input.id === 'scan' && { floor: 'copy and hash' }),
    reportsGrowth: true,
  }));
}
