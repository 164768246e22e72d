/** How documents write letters in their machine-readable zone (ICAO 9303-3, section 6), besides the letter without its marks. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  å: ['a', 'aa'],
  ä: ['a', 'ae'],
  æ: ['ae'],
  ö: ['o', 'oe'],
  ø: ['o', 'oe'],
  œ: ['oe'],
  ü: ['u', 'ue', 'uxx'],
  ñ: ['n', 'nxx'],
  ß: ['ss'],
  þ: ['th'],
  ð: ['d'],
  đ: ['d'],
  ħ: ['h'],
  ı: ['i'],
  ł: ['l'],
  ŋ: ['n'],
};
/** A longer name has few letters with several spellings; the rest is compared without their marks. */
const MAX_SPELLINGS = 64;
const MARKS = /\p{M}/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** Of two given names on the document, one is often left out elsewhere. */
const MIN_COMMON_PARTS = 2;

/**
 * [D12-05] Case, marks, hyphens and the order of the parts do not count, and one name may have parts that the other
 * lacks: documents have all given names. A name in another script is another name.
 */
export function isSameName(first: string, second: string): boolean {
  const [fewer = [], more = []] = [partsOf(first), partsOf(second)].sort((a, b) => a.length - b.length);
  if (fewer.length === 0 || (fewer.length < MIN_COMMON_PARTS && more.length > fewer.length)) return false;
  const left = [...more];
  return fewer.every((part) => {
    const index = left.findIndex((other) => part.some((spelling) => other.includes(spelling)));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

/** Each part in all its spellings. */
function partsOf(name: string): readonly (readonly string[])[] {
  // An apostrophe is left out by documents: `O'Connor` is OCONNOR.
  const letters = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼ`]/g, '');
  return letters
    .split(SEPARATORS)
    .map((part) => part.normalize('NFC'))
    .filter((part) => part !== '')
    .map(spell);
}

function spell(part: string): readonly string[] {
  const spelled = Array.from(part).reduce<readonly string[]>(
    (sofar, letter) => {
      const choices = SPELLINGS[letter] ?? [letter.normalize('NFKD').replace(MARKS, '')];
      const [first = ''] = choices;
      const taken = sofar.length * choices.length > MAX_SPELLINGS ? [first] : choices;
      return sofar.flatMap((beginning) => taken.map((choice) => beginning + choice));
    },
    [''],
  );
  return [...new Set(spelled)];
}
