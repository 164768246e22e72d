import { decodeStream, decodeTextString, PdfError } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFStream } from 'pdf-lib';
import { Key, readDict, readEntry } from '../fields/dict-reading.ts';
import { type DecodeText, readFontDecoder, TOKEN, toPdfString } from './font-encoding.ts';

/** The limit of a content or character map; longer ones belong to no field. */
const MAX_CONTENT_BYTES = 1_000_000;

const RESOURCES = PDFName.of('Resources');

/** Render modes without paint (ISO 32000-1 table 106). */
const UNPAINTED: ReadonlySet<string> = new Set(['3', '7']);

/** Path-painting operators (ISO 32000-1 table 60). */
const FILLING: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const PAINTING: ReadonlySet<string> = new Set([...FILLING, 'S', 's', 'n']);

/**
 * The text that the content of an appearance draws itself, in its order. Returns undefined if a font does not map
 * its codes to characters. Pictures and other XObjects have no text.
 */
export function readShownText(stream: PDFStream, formResources: PDFDict | undefined): string | undefined {
  return readText(stream, formResources)?.shown;
}

/**
 * The lines of a list box on filled rectangles, which mark them as chosen. Returns undefined if the content moves its
 * coordinates, or does not say.
 */
export function readMarkedLines(
  stream: PDFStream,
  formResources: PDFDict | undefined,
): readonly string[] | undefined {
  return readText(stream, formResources)?.markedLines();
}

function readText(stream: PDFStream, formResources: PDFDict | undefined): ShownText | undefined {
  const content = decodeContent(stream);
  if (content === undefined) return undefined;
  const own = readDict(stream.dict, RESOURCES);
  const fonts = [own, formResources].map((resources) => resources && readDict(resources, Key.Font));
  const reader = new ShownText((name) => {
    const key = PDFName.of(name.slice(1));
    const found = fonts.map((dict) => dict && readEntry(dict, key)).find((font) => font instanceof PDFDict);
    return found instanceof PDFDict ? readFontDecoder(found, decodeContent) : undefined;
  });
  reader.read(content);
  return reader;
}

function decodeContent(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_CONTENT_BYTES)).toString('latin1');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

interface TextState {
  readonly font: string;
  readonly mode: string;
}

class ShownText {
  readonly #findFont: (name: string) => DecodeText | undefined;
  readonly #decoders = new Map<string, DecodeText | undefined>();
  readonly #saved: TextState[] = [];
  /** Whether the text of each open marked content is given. */
  readonly #marked: boolean[] = [];
  #state: TextState = { font: '', mode: '0' };
  #operands: string[] = [];
  #shown: string | undefined = '';
  readonly #lines = new Map<number, string>();
  readonly #fills: (readonly [bottom: number, top: number])[] = [];
  #rectangles: (readonly [bottom: number, top: number])[] = [];
  #baseline = 0;
  #leading = 0;
  #isMoved = false;

  constructor(findFont: (name: string) => DecodeText | undefined) {
    this.#findFont = findFont;
  }

  get shown(): string | undefined {
    return this.#shown;
  }

  /** A rectangle that all lines are on is the background. */
  markedLines(): readonly string[] | undefined {
    const lines = [...this.#lines];
    if (this.#isMoved || this.#shown === undefined || lines.length < 2) return undefined;
    const marks = this.#fills.filter((fill) => !lines.every(([baseline]) => isOn(fill, baseline)));
    return lines.filter(([baseline]) => marks.some((mark) => isOn(mark, baseline))).map(([, text]) => text);
  }

  read(content: string): void {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(content); match !== null; match = TOKEN.exec(content)) {
      const [token] = match;
      if (token.startsWith('%')) continue;
      if (token === '(') this.#operands.push(this.#readString(content, match.index));
      else if (/^[<>/[\](){}\d.+-]/.test(token)) this.#operands.push(token);
      else this.#apply(token);
    }
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
    this.#place(operator, operands.map(Number));
    if (operator === 'q') this.#saved.push(this.#state);
    else if (operator === 'Q') this.#state = this.#saved.pop() ?? this.#state;
    else if (operator === 'Tf') this.#state = { ...this.#state, font: operands.at(-2) ?? '' };
    else if (operator === 'Tr') this.#state = { ...this.#state, mode: operands.at(-1) ?? '0' };
    else if (operator === 'BMC' || operator === 'BDC') this.#mark(operands);
    else if (operator === 'EMC') this.#marked.pop();
    else if (operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"')
      this.#show(operands);
  }

  /** Follows upright text only. */
  #place(operator: string, operands: readonly number[]): void {
    const last = operands.at(-1) ?? 0;
    const bottom = operands.at(-3) ?? 0;
    if (operator === 'cm') this.#isMoved = true;
    else if (operator === 're')
      this.#rectangles.push([Math.min(bottom, bottom + last), Math.max(bottom, bottom + last)]);
    else if (FILLING.has(operator)) this.#fills.push(...this.#rectangles);
    if (PAINTING.has(operator)) this.#rectangles = [];
    if (operator === 'BT') this.#baseline = 0;
    else if (operator === 'TL') this.#leading = last;
    else if (operator === 'TD') this.#leading = -last;
    if (operator === 'Td' || operator === 'TD') this.#baseline += last;
    else if (operator === 'Tm') this.#baseline = last;
    else if (operator === 'T*' || operator === "'" || operator === '"') this.#baseline -= this.#leading;
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
    this.#lines.set(this.#baseline, (this.#lines.get(this.#baseline) ?? '') + (text ?? ''));
  }
}

function isOn([bottom, top]: readonly [bottom: number, top: number], baseline: number): boolean {
  return bottom <= baseline && baseline < top;
}
