/** The text between `obj` and `endobj`, in Latin-1. */
export type ObjectBodies = Readonly<Record<number, string>>;

export type BuiltKind = 'table' | 'stream' | 'hybrid';

export interface BuildOptions {
  readonly kind?: BuiltKind;
  readonly compressed?: readonly number[];
  readonly junk?: string;
  readonly trailer?: string;
}

interface Entry {
  readonly type: 0 | 1 | 2;
  readonly place: number;
  readonly extra: number;
}

export function buildPdf(bodies: ObjectBodies, options: BuildOptions = {}): Uint8Array {
  const builder = new PdfBuilder(options);
  return builder.build(bodies);
}

class PdfBuilder {
  readonly #options: BuildOptions;
  readonly #entries = new Map<number, Entry>([[0, { type: 0, place: 0, extra: 65_535 }]]);
  #text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  #largest = 0;

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  build(bodies: ObjectBodies): Uint8Array {
    const { kind = 'table', compressed = [], junk = '' } = this.#options;
    const hidden = kind === 'table' ? new Set<number>() : new Set(compressed);
    this.#largest = Object.keys(bodies).reduce((most, key) => Math.max(most, Number(key)), 0);
    for (const [number, body] of Object.entries(bodies)) {
      if (!hidden.has(Number(number))) this.#add(Number(number), body);
    }
    if (hidden.size > 0) this.#addObjectStream(bodies, [...hidden]);
    if (kind === 'stream') this.#finishWithStream();
    else if (kind === 'hybrid') this.#finishWithBoth([...hidden]);
    else this.#finishWithTable('');
    return Buffer.from(junk + this.#text, 'latin1');
  }

  #add(number: number, body: string): void {
    this.#entries.set(number, { type: 1, place: this.#text.length, extra: 0 });
    this.#text += `${number} 0 obj\n${body}\nendobj\n`;
  }

  #addObjectStream(bodies: ObjectBodies, numbers: readonly number[]): void {
    this.#largest += 1;
    const container = this.#largest;
    let data = '';
    let index = '';
    numbers.forEach((number, position) => {
      index += `${number} ${data.length} `;
      data += `${bodies[number]} `;
      this.#entries.set(number, { type: 2, place: container, extra: position });
    });
    const dict = `/Type /ObjStm /N ${numbers.length} /First ${index.length} /Length ${index.length + data.length}`;
    this.#add(container, `<< ${dict} >>\nstream\n${index}${data}\nendstream`);
  }

  #finishWithTable(extra: string): void {
    const start = this.#text.length;
    const lines = Array.from({ length: this.#largest + 1 }, (_, number) => this.#line(number));
    const { trailer = '' } = this.#options;
    this.#text += `xref\n0 ${lines.length}\n${lines.join('')}`;
    this.#text += `trailer\n<< /Size ${lines.length} /Root 1 0 R ${trailer} ${extra} >>\nstartxref\n${start}\n%%EOF\n`;
  }

  #line(number: number): string {
    const entry = this.#entries.get(number);
    if (entry?.type !== 1) return `0000000000 ${number === 0 ? '65535' : '00000'} f \n`;
    return `${String(entry.place).padStart(10, '0')} 00000 n \n`;
  }

  #finishWithStream(): void {
    this.#largest += 1;
    const start = this.#text.length;
    this.#entries.set(this.#largest, { type: 1, place: start, extra: 0 });
    const numbers = Array.from({ length: this.#largest + 1 }, (_, number) => number);
    const { trailer = '' } = this.#options;
    this.#addXrefStream(this.#largest, numbers, `/Root 1 0 R ${trailer}`);
    this.#text += `startxref\n${start}\n%%EOF\n`;
  }

  /** Free in the table; /XRefStm has them (ISO 32000-1 7.5.8.4). */
  #finishWithBoth(hidden: readonly number[]): void {
    const start = this.#text.length;
    this.#addXrefStream(this.#largest + 1, hidden, '');
    this.#finishWithTable(`/XRefStm ${start}`);
  }

  #addXrefStream(number: number, numbers: readonly number[], extra: string): void {
    const index = numbers.map((entry) => `${entry} 1`).join(' ');
    const data = numbers.map((entry) => this.#pack(entry)).join('');
    const dict = `/Type /XRef /Size ${this.#largest + 1} /W [1 4 2] /Index [${index}] /Length ${data.length} ${extra}`;
    this.#text += `${number} 0 obj\n<< ${dict} >>\nstream\n${data}\nendstream\nendobj\n`;
  }

  #pack(number: number): string {
    const { type, place, extra } = this.#entries.get(number) ?? { type: 0, place: 0, extra: 0 };
    const bytes = [
      type,
      place >> 24,
      (place >> 16) & 255,
      (place >> 8) & 255,
      place & 255,
      extra >> 8,
      extra & 255,
    ];
    return String.fromCharCode(...bytes);
  }
}

export function pageBodies(count: number, pageEntries = ''): Record<number, string> {
  const kids = Array.from({ length: count }, (_, index) => `${3 + index * 2} 0 R`);
  const bodies: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${count} /MediaBox [0 0 300 400] /Resources << >> /Kids [${kids.join(' ')}] >>`,
  };
  for (let index = 0; index < count; index += 1) {
    const content = `0 0 ${index + 10} 10 re f`;
    bodies[3 + index * 2] = `<< /Type /Page /Parent 2 0 R /Contents ${4 + index * 2} 0 R ${pageEntries} >>`;
    bodies[4 + index * 2] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  }
  return bodies;
}
