import { latin1 } from '../read/characters.ts';

/** Names of the glyphs of a CFF font, and glyphs by code (Adobe Technical Note 5176). */
export interface CffNames {
  readonly names: readonly string[];
  /** It is empty for the two predefined encodings, which say nothing that the PDF does not. */
  readonly codes: ReadonlyMap<number, number>;
}

const CHARSET = 15;
const ENCODING = 16;
const CHAR_STRINGS = 17;
const ROS = 12 * 256 + 30;
const STANDARD_STRINGS = 391;
const MAX_GLYPHS = 65_536;

/** Reads beyond the end throw a RangeError. */
export function readCffNames(bytes: Uint8Array): CffNames {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fontNames = readIndex(view, view.getUint8(2));
  const dictionaries = readIndex(view, fontNames.end);
  const strings = readIndex(view, dictionaries.end);
  const top = readDict(view, dictionaries.starts[0] ?? 0, dictionaries.starts[1] ?? 0);
  const count = readIndex(view, top.get(CHAR_STRINGS) ?? 0).starts.length - 1;
  // Glyphs of such a font are numbers of a collection.
  if (top.has(ROS)) return { names: [], codes: new Map() };
  const nameOf = (sid: number): string => {
    if (sid < STANDARD_STRINGS) return STANDARD_NAMES[sid] ?? '.notdef';
    const index = sid - STANDARD_STRINGS;
    const [start, end] = [strings.starts[index], strings.starts[index + 1]];
    return start === undefined || end === undefined ? '.notdef' : latin1(bytes, start, end);
  };
  const sids = readCharset(view, top.get(CHARSET) ?? 0, Math.min(count, MAX_GLYPHS));
  return { names: sids.map(nameOf), codes: readCodes(view, top.get(ENCODING) ?? 0) };
}

interface CffIndex {
  /** Starts of the items, and the end of the last. */
  readonly starts: readonly number[];
  readonly end: number;
}

function readIndex(view: DataView, at: number): CffIndex {
  const count = view.getUint16(at);
  if (count === 0) return { starts: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const data = at + 2 + (count + 1) * size;
  const starts = Array.from({ length: count + 1 }, (_, index) => {
    let offset = 0;
    for (let byte = 0; byte < size; byte += 1)
      offset = offset * 256 + view.getUint8(at + 3 + index * size + byte);
    return data + offset;
  });
  return { starts, end: starts.at(-1) ?? data };
}

/** Returns the last operand of each operator. */
function readDict(view: DataView, start: number, end: number): ReadonlyMap<number, number> {
  const entries = new Map<number, number>();
  let operand = 0;
  for (let at = start; at < end; ) {
    const byte = view.getUint8(at);
    at += 1;
    if (byte === 12) {
      entries.set(12 * 256 + view.getUint8(at), operand);
      at += 1;
    } else if (byte <= 21) entries.set(byte, operand);
    else if (byte === 28) {
      operand = view.getInt16(at);
      at += 2;
    } else if (byte === 29) {
      operand = view.getInt32(at);
      at += 4;
    } else if (byte === 30) {
      while (at < end && (view.getUint8(at) & 15) !== 15) at += 1;
      at += 1;
    } else if (byte <= 246) operand = byte - 139;
    else {
      const isPositive = byte <= 250;
      operand = (byte - (isPositive ? 247 : 251)) * 256 + view.getUint8(at) + 108;
      if (!isPositive) operand = -operand;
      at += 1;
    }
  }
  return entries;
}

function readCharset(view: DataView, at: number, count: number): number[] {
  // The predefined sets follow; the first numbers glyphs as standard strings.
  if (at <= 2) return Array.from({ length: count }, (_, glyph) => (at === 0 ? glyph : 0));
  const sids = [0];
  const format = view.getUint8(at);
  for (let place = at + 1; sids.length < count; ) {
    const first = view.getUint16(place);
    const left = format === 0 ? 0 : format === 1 ? view.getUint8(place + 2) : view.getUint16(place + 2);
    for (let sid = first; sid <= first + left && sids.length < count; sid += 1) sids.push(sid);
    place += 2 + format;
  }
  return sids;
}

function readCodes(view: DataView, at: number): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  if (at <= 1) return codes;
  const isRanges = (view.getUint8(at) & 127) === 1;
  const count = view.getUint8(at + 1);
  let glyph = 1;
  for (let index = 0; index < count; index += 1) {
    const place = at + 2 + index * (isRanges ? 2 : 1);
    const first = view.getUint8(place);
    const left = isRanges ? view.getUint8(place + 1) : 0;
    for (let code = first; code <= first + left; code += 1, glyph += 1) codes.set(code, glyph);
  }
  return codes;
}

/** Annex A. */
const STANDARD_NAMES =
  `.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior
copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron exclamsmall Hungarumlautsmall dollaroldstyle dollarsuperior ampersandsmall Acutesmall parenleftsuperior parenrightsuperior twodotenleader onedotenleader zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle nineoldstyle commasuperior threequartersemdash periodsuperior questionsmall asuperior bsuperior centsuperior dsuperior esuperior isuperior lsuperior msuperior nsuperior osuperior rsuperior ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall Dsmall
Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall exclamdownsmall centoldstyle Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall Dotaccentsmall Macronsmall figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall questiondownsmall oneeighth threeeighths fiveeighths seveneighths onethird twothirds zerosuperior foursuperior fivesuperior sixsuperior sevensuperior eightsuperior ninesuperior zeroinferior oneinferior twoinferior threeinferior fourinferior fiveinferior sixinferior seveninferior eightinferior nineinferior centinferior dollarinferior periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall Atildesmall Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall Edieresissmall Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall Ugravesmall Uacutesmall
Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall Ydieresissmall 001.000 001.001 001.002 001.003 Black Bold Book Light Medium Regular Roman Semibold`.split(
    /\s/,
  );
