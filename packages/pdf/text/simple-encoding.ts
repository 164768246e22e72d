import { type PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';
import { lookupArray, lookupName } from '../read/lookup.ts';

/** Encodings of fonts with one byte for each character (ISO 32000-1 annex D). */
type CodeTexts = (code: number) => string | undefined;

/** StandardEncoding has these characters where it differs from ASCII. */
const STANDARD: Readonly<Record<number, string>> = {
  39: '’',
  96: '‘',
  ...startingAt(161, "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ"),
  ...startingAt(177, '–†‡·'),
  ...startingAt(182, '¶•‚„”»…‰'),
  191: '¿',
  ...startingAt(193, '`´ˆ˜¯˘˙¨'),
  202: '˚',
  203: '¸',
  ...startingAt(205, '˝˛ˇ—'),
  225: 'Æ',
  227: 'ª',
  ...startingAt(232, 'ŁØŒº'),
  241: 'æ',
  245: 'ı',
  ...startingAt(248, 'łøœß'),
};

function startingAt(first: number, characters: string): Record<number, string> {
  return Object.fromEntries(Array.from(characters, (character, index) => [first + index, character]));
}

const standard: CodeTexts = (code) =>
  STANDARD[code] ?? (code >= 32 && code < 127 ? String.fromCharCode(code) : undefined);

/** Unused codes are bullets (annex D.2, note 3). */
const winAnsi = decodedBy('windows-1252', (code, text) => (code > 126 && text < '\u00a0' ? '•' : text));
const macRoman = decodedBy('macintosh', (code, text) => (code === 219 ? '¤' : text));

function decodedBy(label: string, correct: (code: number, text: string) => string): CodeTexts {
  let texts: string[] | undefined;
  return (code) => {
    if (code < 32) return undefined;
    texts ??= Array.from(new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, each) => each)));
    const text = texts[code];
    return text && correct(code, text);
  };
}

const ENCODINGS: ReadonlyMap<string | undefined, CodeTexts> = new Map([
  ['StandardEncoding', standard],
  ['WinAnsiEncoding', winAnsi],
  ['MacRomanEncoding', macRoman],
]);

export interface SimpleEncoding {
  /** The base is undefined if it is the font's own encoding. */
  readonly base: CodeTexts | undefined;
  /** Glyph names by code. */
  readonly differences: ReadonlyMap<number, string>;
}

const NO_DIFFERENCES: ReadonlyMap<number, string> = new Map();

/** Reads /Encoding of a simple font. */
export function readEncoding(object: PDFObject | undefined): SimpleEncoding {
  if (object instanceof PDFName) {
    return { base: ENCODINGS.get(object.decodeText()), differences: NO_DIFFERENCES };
  }
  if (!(object instanceof PDFDict)) return { base: undefined, differences: NO_DIFFERENCES };
  const base = ENCODINGS.get(lookupName(object, 'BaseEncoding'));
  return { base, differences: readDifferences(lookupArray(object, 'Differences')) };
}

function readDifferences(array: PDFArray | undefined): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  // More than a name and a number for each code say nothing.
  for (let index = 0; index < Math.min(array?.size() ?? 0, 2048); index += 1) {
    const item = array?.lookup(index);
    if (item instanceof PDFNumber) code = item.asNumber();
    else if (item instanceof PDFName) names.set(code++, item.decodeText());
  }
  return names;
}

/** StandardEncoding, the last guess for codes that nothing explains. */
export const guessText = standard;
