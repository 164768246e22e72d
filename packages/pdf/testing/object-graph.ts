import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';

/** Prints objects normalised for comparison, with dead references as null (ISO 32000-1 7.3.10). */
export function printObjectGraph(file: PdfFile): Record<string, string> {
  const printer = new GraphPrinter(file);
  const printed: Record<string, string> = { trailer: printer.print(file.trailer.get(PDFName.of('Root'))) };
  for (let ref = printer.next(); ref !== undefined; ref = printer.next()) {
    printed[ref.toString()] = printer.print(file.context.lookup(ref));
  }
  return printed;
}

class GraphPrinter {
  readonly #file: PdfFile;
  readonly #known = new Set<PDFRef>();
  readonly #waiting: PDFRef[] = [];

  constructor(file: PdfFile) {
    this.#file = file;
  }

  next(): PDFRef | undefined {
    return this.#waiting.shift();
  }

  print(object: PDFObject | undefined): string {
    if (object instanceof PDFRef) return this.#printRef(object);
    if (object instanceof PDFArray) return `[${object.asArray().map((item) => this.print(item))}]`;
    if (object instanceof PDFDict) return this.#printDict(object);
    if (object instanceof PDFStream) {
      return this.#printDict(object.dict) + Buffer.from(object.getContents()).toString('base64');
    }
    return (object ?? PDFNull).toString();
  }

  #printRef(ref: PDFRef): string {
    if ((this.#file.context.lookup(ref) ?? PDFNull) === PDFNull) return 'null';
    if (!this.#known.has(ref)) this.#waiting.push(ref);
    this.#known.add(ref);
    return ref.toString();
  }

  #printDict(dict: PDFDict): string {
    const entries = dict.entries().map(([key, value]) => [key.asString(), this.print(value)] as const);
    const kept = entries.filter(([key, value]) => value !== 'null' && key !== '/Length');
    return `<<${kept.map(([key, value]) => `${key} ${value}`).sort()}>>`;
  }
}
