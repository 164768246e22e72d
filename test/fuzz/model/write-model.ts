import type { Random } from '../random.ts';
import type { Model, ModelObject } from './document.ts';
import { packObjectStream } from './object-stream.ts';
import { formatTable, packXrefStream, type XrefEntry } from './xref-writer.ts';

export type FileKind = 'table' | 'stream' | 'hybrid';

/** How to write a model; `flaw` is called wherever an error may be written. */
export interface WriteOptions {
  readonly kind: FileKind;
  readonly random: Random;
  readonly flaws: number;
  /** Number of sections, linked by /Prev. */
  readonly revisions: number;
}

/** Writes the file with correct offsets and lengths, except for requested flaws. */
export function writeModel(model: Model, options: WriteOptions): Buffer {
  return new ModelWriter(model, options).write();
}

class ModelWriter {
  readonly #model: Model;
  readonly #options: WriteOptions;
  readonly #parts: string[] = [];
  #position = 0;
  #highest = 0;
  #previous: number | undefined;
  #entries = new Map<number, XrefEntry>();

  constructor(model: Model, options: WriteOptions) {
    this.#model = model;
    this.#options = options;
    this.#highest = model.objects.reduce((most, { number }) => Math.max(most, number), 0);
  }

  write(): Buffer {
    this.#add(`${this.#model.header}\n%\xe2\xe3\xcf\xd3\n`);
    const { revisions } = this.#options;
    const size = Math.ceil(this.#model.objects.length / revisions);
    for (let part = 0; part < revisions; part += 1) {
      this.#writeRevision(this.#model.objects.slice(part * size, (part + 1) * size));
    }
    return Buffer.from(this.#parts.join(''), 'latin1');
  }

  #writeRevision(objects: readonly ModelObject[]): void {
    this.#entries = new Map();
    if (this.#previous === undefined) this.#entries.set(0, { type: 0, field2: 0, field3: 65_535 });
    const { kind, random } = this.#options;
    const hidden = kind === 'table' ? [] : objects.filter((object) => isPlain(object) && random.chance(0.8));
    const shown = hidden.length === 0 ? objects : objects.filter((object) => !hidden.includes(object));
    for (const object of shown) this.#addObject(object);
    if (hidden.length > 0) this.#addHidden(hidden);
    if (kind === 'table') this.#finishWithTable('');
    else if (kind === 'stream') this.#finishWithStream();
    else this.#finishWithBoth();
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.#position += text.length;
  }

  #addObject({ number, generation, body, stream }: ModelObject): void {
    this.#entries.set(number, { type: 1, field2: this.#flawed(this.#position), field3: generation });
    const data = stream === undefined ? '' : `\nstream\n${stream}\nendstream`;
    this.#add(`${number} ${generation} obj\n${body}${data}\nendobj\n`);
  }

  #addHidden(objects: readonly ModelObject[]): void {
    this.#highest += 1;
    const container = this.#highest;
    const packed = packObjectStream(container, objects, (value) => this.#flawed(value), this.#options.random);
    objects.forEach(({ number }, index) => {
      this.#entries.set(number, { type: 2, field2: this.#flawed(container), field3: this.#flawed(index) });
    });
    this.#addObject(packed);
  }

  #trailer(): string {
    const previous = this.#previous === undefined ? '' : `/Prev ${this.#flawed(this.#previous)}`;
    return `/Size ${this.#flawed(this.#highest + 1)} ${this.#model.trailer} ${previous}`;
  }

  #finish(start: number): void {
    this.#add(`startxref\n${this.#flawed(start)}\n%%EOF\n`);
    this.#previous = start;
  }

  #finishWithTable(extra: string): void {
    const start = this.#position;
    this.#add(formatTable(this.#entries, (value) => this.#flawed(value)));
    this.#add(`trailer\n<< ${this.#trailer()} ${extra} >>\n`);
    this.#finish(start);
  }

  #finishWithStream(): void {
    this.#highest += 1;
    const start = this.#position;
    this.#entries.set(this.#highest, { type: 1, field2: start, field3: 0 });
    this.#addObject(this.#packSection(this.#highest));
    this.#finish(start);
  }

  /** The table omits compressed objects; /XRefStm lists them. */
  #finishWithBoth(): void {
    this.#highest += 1;
    const start = this.#position;
    this.#addObject(this.#packSection(this.#highest));
    this.#finishWithTable(`/XRefStm ${this.#flawed(start)}`);
  }

  #packSection(number: number): ModelObject {
    const { random } = this.#options;
    return packXrefStream(number, this.#entries, this.#trailer(), (value) => this.#flawed(value), random);
  }

  /** Returns the value, or occasionally another. */
  #flawed(value: number): number {
    const { random, flaws } = this.#options;
    if (flaws === 0 || !random.chance(flaws)) return value;
    return random.pick([
      0,
      1,
      value + 1,
      Math.max(0, value - 1),
      value * 2,
      2 ** 31,
      2 ** 53,
      this.#position,
    ]);
  }
}

function isPlain({ stream, generation }: ModelObject): boolean {
  return stream === undefined && generation === 0;
}
