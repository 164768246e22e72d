import { decodeStream, decodeTextString, PdfError } from '@countersign/pdf';
import { PDFDict, PDFHexString, PDFName, type PDFStream, PDFString } from 'pdf-lib';
import { readDict, readEntry } from '../fields/dict-reading.ts';
import { Key } from '../fields/keys.ts';
import { readFontDecoder } from './font-decoder.ts';

/** Of content and of a character map; longer ones belong to no field. */
const MAX_CONTENT_BYTES = 1_000_000;

const RESOURCES = PDFName.of('Resources');

/** Render modes without paint (ISO 32000-1 table 106). */
const UNPAINTED: ReadonlySet<string> = new Set(['3', '7']);

const TOKEN = /%[^\r\n]*|<<|>>|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[()[\]{}<>]|[^\s()<>[\]{}/%]+/g;

/**
 * The text that the content of an appearance draws itself, in its order. Undefined if a font does not map
 * its codes to characters. Pictures and other XObjects have no text.
 */
export function readShownText(stream: PDFStream, formResources: PDFDict | undefined): string | undefined {
  const content = decodeContent(stream);
  if (content === undefined) return undefined;
  const own = readDict(stream.dict, RESOURCES);
  const fonts = [own, formResources].map((resources) => resources && readDict(resources, Key.Font));
  const reader = new ShownText((name) => {
    const key = PDFName.of(name.slice(1));
    const found = fonts.map((dict) => dict && readEntry(dict, key)).find((font) => font instanceof PDFDict);
    return found instanceof PDFDict ? readFontDecoder(found, decodeContent) : undefined;
  });
  return reader.read(content);
}

function decodeContent(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_CONTENT_BYTES)).toString('latin1');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Returns undefined for a code that the font does not map to a character. */
export type DecodeText = (bytes: Uint8Array) => string | undefined;

interface TextState {
  readonly font: string;
  readonly mode: string;
}

class ShownText {
  readonly #findFont: (name: string) => DecodeText | undefined;
  readonly #decoders = new Map<string, DecodeText | undefined>();
  readonly #saved: TextState[] = [];
  /** For each open marked content: whether its text is given. */
  readonly #marked: boolean[] = [];
  #state: TextState = { font: '', mode: '0' };
  #operands: string[] = [];
  #shown: string | undefined = '';

  constructor(findFont: (name: string) => DecodeText | undefined) {
    this.#findFont = findFont;
  }

  read(content: string): string | undefined {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(content); match !== null; match = TOKEN.exec(content)) {
      const [token] = match;
      if (token.startsWith('%')) continue;
      if (token === '(') this.#operands.push(this.#readString(content, match.index));
      else if (/^[<>/[\](){}\d.+-]/.test(token)) this.#operands.push(token);
      else this.#apply(token);
    }
    return this.#shown;
  }

  /** Parentheses in it may be nested. */
  #readString(content: string, start: number): string {
    let level = 0;
    let at = start;
    for (; at < content.length; at += 1) {
      const character = content[at];
      if (character === '\\') at += 1;
      else if (character === '(') level += 1;
      else if (character === ')') level -= 1;
      if (level === 0) break;
    }
    TOKEN.lastIndex = at + 1;
    return content.slice(start, at + 1);
  }

  #apply(operator: string): void {
    const operands = this.#operands;
    this.#operands = [];
    if (operator === 'q') this.#saved.push(this.#state);
    else if (operator === 'Q') this.#state = this.#saved.pop() ?? this.#state;
    else if (operator === 'Tf') this.#state = { ...this.#state, font: operands.at(-2) ?? '' };
    else if (operator === 'Tr') this.#state = { ...this.#state, mode: operands.at(-1) ?? '0' };
    else if (operator === 'BMC' || operator === 'BDC') this.#mark(operands);
    else if (operator === 'EMC') this.#marked.pop();
    else if (operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"')
      this.#show(operands);
  }

  /** /ActualText stands for the glyphs (ISO 32000-1 14.9.4). */
  #mark(operands: readonly string[]): void {
    const text = operands[operands.indexOf('/ActualText') + 1];
    const isGiven = operands.includes('/ActualText') && text !== undefined;
    if (isGiven && !this.#marked.includes(true)) this.#add(decodeTextString(toPdfString(text)));
    this.#marked.push(isGiven);
  }

  #show(operands: readonly string[]): void {
    if (this.#marked.includes(true) || UNPAINTED.has(this.#state.mode)) return;
    const { font } = this.#state;
    if (!this.#decoders.has(font)) this.#decoders.set(font, this.#findFont(font));
    const decode = this.#decoders.get(font);
    for (const operand of operands) {
      if (!operand.startsWith('(') && !operand.startsWith('<')) continue;
      const bytes = toPdfString(operand).asBytes();
      if (bytes.length > 0) this.#add(decode?.(bytes));
    }
  }

  #add(text: string | undefined): void {
    this.#shown = text === undefined || this.#shown === undefined ? undefined : this.#shown + text;
  }
}

function toPdfString(token: string): PDFString | PDFHexString {
  if (token.startsWith('(')) return PDFString.of(token.slice(1, -1));
  return PDFHexString.of(token.slice(1, -1).replace(/\s/g, ''));
}
