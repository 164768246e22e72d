import type { Signee } from '../documents/document.ts';
import { SigningError, type Warning } from '../errors.ts';
import { type GivenSignature, partsOf } from '../methods/methods.ts';

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
/** Documents often have two given names of which one is left out elsewhere. */
const MIN_COMMON_PARTS = 2;

/**
 * [D12-05] Case, marks, hyphens and the order of the parts do not count, and one name may have parts that the other
 * lacks: documents have all given names. A name in another script is another name.
 */
export function isSameName(first: string, second: string): boolean {
  const [fewer = [], more = []] = [namePartsOf(first), namePartsOf(second)].sort(
    (a, b) => a.length - b.length,
  );
  if (fewer.length === 0 || (fewer.length < MIN_COMMON_PARTS && more.length > fewer.length)) return false;
  const left = [...more];
  return fewer.every((part) => {
    const index = left.findIndex((other) => part.some((spelling) => other.includes(spelling)));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

/** Each part in all its spellings. */
function namePartsOf(name: string): readonly (readonly string[])[] {
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

interface CheckedName {
  /** The name as the check gave it. */
  readonly name: string;
  /** [D12-07] From providers for tests alone, which do not identify. */
  readonly isSandbox: boolean;
}

/** [D12-05] From identity documents and e-IDs, also for form fields. Of releases that recorded them. */
function listCheckedNames(signature: GivenSignature): readonly CheckedName[] {
  const { identification } = partsOf(signature);
  const given = [
    { name: identification?.fullName, isSandbox: identification?.isSandbox === true },
    ...(signature.proofs ?? []).map(({ facts }) => ({
      name: facts.fullName,
      isSandbox: facts.sandbox === 'true',
    })),
  ].flatMap(({ name, isSandbox }) => (name === undefined || name === '' ? [] : [{ name, isSandbox }]));
  return [...new Set(given.map(({ name }) => name))].map((name) => ({
    name,
    isSandbox: given.every((one) => one.name !== name || one.isSandbox),
  }));
}

/** Those that are not the signee's. */
export function findDifferingNames(fullName: string, signature: GivenSignature): readonly CheckedName[] {
  return listCheckedNames(signature).filter(({ name }) => !isSameName(name, fullName));
}

export interface DifferingName extends CheckedName {
  /** The name of the signee. */
  readonly fullName: string;
}

/** Lists the names of all who signed, or of one signee. */
export function listDifferingNames(
  signees: readonly Pick<Signee, 'signeeId' | 'fullName' | 'signature'>[],
  signeeId?: string,
): readonly DifferingName[] {
  return signees
    .filter((signee) => signeeId === undefined || signee.signeeId === signeeId)
    .flatMap(({ fullName, signature }) =>
      signature === null ? [] : findDifferingNames(fullName, signature).map((one) => ({ fullName, ...one })),
    );
}

/** The warnings are for the sender. */
export function listSignatureWarnings({
  fullName,
  signature,
}: Pick<Signee, 'fullName' | 'signature'>): readonly Warning[] {
  const names = signature === null ? [] : findDifferingNames(fullName, signature);
  return names.map(({ name, isSandbox }) => ({
    code: 'name_differs',
    params: { name, ...(isSandbox && { sandbox: 'true' }) },
  }));
}

/** Throws `name_differs` if the sender requires the name on the document to be the signee's. */
export function requireMatchingName(
  { fullName, requireMatchingName: isRequired }: Pick<Signee, 'fullName' | 'requireMatchingName'>,
  signature: GivenSignature,
): void {
  const [first] = findDifferingNames(fullName, signature);
  if (isRequired === true && first !== undefined)
    throw new SigningError('name_differs', { name: first.name, fullName });
}
