import { BoundedOutput } from './bounded-output.ts';

const CLEAR = 256;
const END = 257;
const FIRST_CODE = 258;
const FIRST_WIDTH = 9;
/** 12 bits. */
const MAX_CODES = 4096;

/**
 * ISO 32000-1 7.4.4.2. Entries are ranges of the output. With `earlyChange`, PDF's default, codes grow one
 * entry early.
 */
export function decodeLzw(bytes: Uint8Array, limit: number, earlyChange = true): Uint8Array {
  const output = new BoundedOutput(limit);
  const codes = new CodeReader(bytes);
  const starts = new Uint32Array(MAX_CODES);
  const lengths = new Uint32Array(MAX_CODES);
  const early = earlyChange ? 1 : 0;
  let next = FIRST_CODE;
  let width = FIRST_WIDTH;
  let previous = { start: 0, length: 0 };
  for (let code = codes.read(width); code !== undefined && code !== END; code = codes.read(width)) {
    if (code === CLEAR) {
      next = FIRST_CODE;
      width = FIRST_WIDTH;
      previous = { start: 0, length: 0 };
      continue;
    }
    const start = output.length;
    if (code < CLEAR) output.push(code);
    else if (code < next) output.repeat(starts[code] ?? 0, lengths[code] ?? 0);
    else if (code === next && previous.length > 0) output.repeat(previous.start, previous.length + 1);
    else break;
    // The previous piece and the first byte of this one, adjacent in the output.
    if (previous.length > 0 && next < MAX_CODES) {
      starts[next] = previous.start;
      lengths[next] = previous.length + 1;
      next += 1;
    }
    previous = { start, length: output.length - start };
    width = widthFor(next + early);
  }
  return output.take();
}

function widthFor(entries: number): number {
  if (entries >= 2048) return 12;
  if (entries >= 1024) return 11;
  return entries >= 512 ? 10 : FIRST_WIDTH;
}

/** The highest bit first. */
class CodeReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Undefined at the end. */
  read(width: number): number | undefined {
    while (this.#count < width) {
      if (this.#at >= this.#bytes.length) return undefined;
      this.#bits = ((this.#bits << 8) | (this.#bytes[this.#at] ?? 0)) & 0xff_ffff;
      this.#at += 1;
      this.#count += 8;
    }
    this.#count -= width;
    return (this.#bits >> this.#count) & ((1 << width) - 1);
  }
}
