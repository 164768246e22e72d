import { type PDFDict, PDFName } from 'pdf-lib';
import { zlib } from '../node-modules.ts';
import type { Segment } from './pdf-bytes.ts';

const WORD_FACTOR = 0x9e3779b1;
const LANE_FACTOR = 0x85ebca6b;
/** After so many rounds every input bit has reached every lane. */
const LAST_ROUNDS = 8;
const PIECE = 4096;

/**
 * For the second half of /ID, so that saves are reproducible. Ranges are not read. Not cryptographic (ISO
 * 32000-1 14.4 asks for no more): `node:crypto` loads slowly.
 */
export class ContentHash {
  #a = 0x243f6a88;
  #b = 0x85a308d3;
  #c = 0x13198a2e;
  #d = 0x03707344;

  /** /ID must change even if nothing else does. */
  constructor(previous?: PDFDict) {
    this.#addText(String(previous?.lookup(PDFName.of('ID'))));
  }

  add(segment: Segment): void {
    if (segment instanceof Uint8Array) this.#addBytes(segment);
    else this.#addText(`${segment.start} ${segment.length}`);
  }

  /** Returns 16 bytes in hexadecimal. More may be added afterwards. */
  digest(): string {
    const end = new ContentHash();
    end.#a = this.#a;
    end.#b = this.#b;
    end.#c = this.#c;
    end.#d = this.#d;
    for (let round = 0; round < LAST_ROUNDS; round += 1) end.#addWord(round);
    return [end.#a, end.#b, end.#c, end.#d].map(formatWord).join('');
  }

  #addText(text: string): void {
    this.#addBytes(Buffer.from(text, 'latin1'));
  }

  #addBytes(bytes: Uint8Array): void {
    const { crc32 } = zlib();
    let at = 0;
    for (; at + PIECE <= bytes.length; at += PIECE) this.#addWord(crc32(bytes.subarray(at, at + PIECE)));
    this.#addWords(bytes, at);
    this.#addWord(bytes.length);
  }

  #addWords(bytes: Uint8Array, from: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = from;
    for (; at + 4 <= bytes.length; at += 4) this.#addWord(view.getInt32(at, true));
    let rest = 0;
    for (; at < bytes.length; at += 1) rest = (rest << 8) | (bytes[at] ?? 0);
    this.#addWord(rest);
  }

  /** Invertible, so that different states never converge. */
  #addWord(word: number): void {
    const mixed = this.#a ^ Math.imul(word, WORD_FACTOR);
    const turned = (mixed << 15) | (mixed >>> 17);
    this.#a = this.#b;
    this.#b = this.#c;
    this.#c = this.#d;
    this.#d = (Math.imul(turned ^ (turned >>> 13), LANE_FACTOR) + this.#c) | 0;
  }
}

function formatWord(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

export const SAMPLE_LENGTH = 64;

const FACTOR = 0x01000193;
const BEGINNING = 0x811c9dc5;

export function hashSample(bytes: Uint8Array, start: number, end: number): number {
  let hash = BEGINNING;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), FACTOR);
  return hash >>> 0;
}
