import { HOSTILE_NUMBERS, MEANINGFUL_NAMES } from '../hostile-values.ts';
import type { Random } from '../random.ts';
import type { ByteMutator } from './byte-mutators.ts';

const KEYWORDS = [
  'endobj',
  'endstream',
  'stream',
  'obj',
  'xref',
  'trailer',
  'startxref',
  '%%EOF',
  '%PDF-',
  'R',
  'n',
  'f',
];

/** Makes a mutator that replaces one match of `pattern`, searched from a random offset. */
function replacing(pattern: RegExp, choose: (found: string, random: Random) => string): ByteMutator {
  const search = new RegExp(pattern.source, 'g');
  return (bytes, random) => {
    const text = bytes.toString('latin1');
    search.lastIndex = random.below(text.length);
    const match = search.exec(text) ?? new RegExp(pattern.source).exec(text);
    if (match === null) return bytes;
    const replacement = fitLength(choose(match[0], random), match[0].length, random);
    return Buffer.from(
      text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length),
      'latin1',
    );
  };
}

/** Half the time of equal length, so that offsets stay correct and no repair hides the damage. */
function fitLength(text: string, length: number, random: Random): string {
  return random.chance(0.5) ? text.padEnd(length).slice(0, length) : text;
}

const anyReference = (found: string, random: Random): string => {
  const number = Number.parseInt(found, 10);
  const other = random.pick([number + 1, number - 1, 0, 1, 2, 3, random.below(100), 99_999_999]);
  return `${Math.max(0, other)} ${random.chance(0.9) ? 0 : random.pick([1, 65_535, 99_999])} R`;
};

const replaceNumber = replacing(/\d+/, (_, random) => random.pick(HOSTILE_NUMBERS));
const replaceReference = replacing(/\d+ \d+ R/, anyReference);
const replaceName = replacing(/\/[A-Za-z0-9]+/, (_, random) => random.pick(MEANINGFUL_NAMES));
const dropKeyword = replacing(/endobj|endstream|\bstream|\bobj|xref|trailer|startxref|%%EOF/, () => '');
const swapKeyword = replacing(/endobj|endstream|\bstream|\bobj|xref|trailer|startxref/, (_, random) =>
  random.pick(KEYWORDS),
);
const replaceGeneration = replacing(/\d+ \d+ obj/, (found, random) => {
  return `${Number.parseInt(found, 10)} ${random.pick([0, 1, 7, 65_535, 65_536])} obj`;
});
const replaceDelimiter = replacing(/<<|>>|\[|\]|\(|\)/, (_, random) =>
  random.pick(['<<', '>>', '[', ']', '(', ')', '<', '>', '{', '%']),
);
const replaceLength = replacing(/\/Length \d+( \d+ R)?/, (found, random) =>
  random.pick([
    `/Length ${random.pick(HOSTILE_NUMBERS)}`,
    `/Length ${random.below(50)} 0 R`,
    `/Lengtj ${found.slice(8)}`,
  ]),
);
const replaceTail = replacing(/startxref\s+\d+/, (found, random) =>
  random.pick([`startxref\n${random.pick(HOSTILE_NUMBERS)}`, `startxref\n${Number(found.slice(10)) + 1}`]),
);

export const TOKEN_MUTATORS: Readonly<Record<string, ByteMutator>> = {
  replaceNumber,
  replaceReference,
  replaceName,
  dropKeyword,
  swapKeyword,
  replaceGeneration,
  replaceDelimiter,
  replaceLength,
  replaceTail,
};
