import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import { decodeTextBytes, stringBytes } from '../read/strings.ts';
import { runProgram } from './outside-programs.ts';

interface QpdfOutput {
  readonly qpdf: readonly [unknown, Readonly<Record<string, QpdfObject>>];
}

interface QpdfObject {
  readonly value?: unknown;
  readonly stream?: { readonly data: string; readonly dict: Readonly<Record<string, unknown>> };
}

/** Where the object is that differs, as `12 0 R/Key`. */
export type Difference = string;

/** Compares all objects with those that qpdf decrypts, strings and the bytes of streams included. */
export function compareWithQpdf(file: PdfFile, path: string, password = ''): Difference[] {
  const objects = readByQpdf(path, password);
  const differences: Difference[] = [];
  for (const [name, { value, stream }] of Object.entries(objects)) {
    const [, number, generation] = /^obj:(\d+) (\d+) R$/.exec(name) ?? [];
    // Cross-reference streams are not encrypted.
    if (number === undefined || stream?.dict['/Type'] === '/XRef') continue;
    const ref = PDFRef.of(Number(number), Number(generation));
    const found = file.context.lookup(ref);
    if (stream === undefined) compare(found, value, String(ref), differences);
    else compareStream(found, stream, String(ref), differences);
  }
  return differences;
}

function readByQpdf(path: string, password = ''): Readonly<Record<string, QpdfObject>> {
  const options = ['--json=2', '--json-stream-data=inline', '--decode-level=none', `--password=${password}`];
  const { stdout } = runProgram('qpdf', [...options, path]);
  return (JSON.parse(stdout) as QpdfOutput).qpdf[1];
}

function compareStream(
  found: PDFObject | undefined,
  { data, dict }: NonNullable<QpdfObject['stream']>,
  at: string,
  differences: Difference[],
): void {
  if (!(found instanceof PDFStream)) {
    differences.push(at);
    return;
  }
  if (Buffer.from(found.getContents()).toString('base64') !== data) differences.push(`${at} stream`);
  // The crypt filter is removed, and the length is another one.
  const without = ['/Length', '/Filter', '/DecodeParms'];
  const kept = Object.entries(dict).filter(([key]) => !without.includes(key));
  for (const [key, value] of kept)
    compare(found.dict.get(PDFName.of(key.slice(1))), value, at + key, differences);
}

function compare(
  found: PDFObject | undefined,
  expected: unknown,
  at: string,
  differences: Difference[],
): void {
  if (Array.isArray(expected)) {
    const isArray = found instanceof PDFArray && found.size() === expected.length;
    if (!isArray) differences.push(at);
    else
      for (const [index, item] of expected.entries())
        compare(found.get(index), item, `${at}[${index}]`, differences);
  } else if (typeof expected === 'object' && expected !== null) {
    if (!(found instanceof PDFDict)) differences.push(at);
    else
      for (const [key, value] of Object.entries(expected))
        compare(found.get(PDFName.of(key.slice(1))), value, at + key, differences);
  } else if (!isSame(found, expected)) differences.push(at);
}

function isSame(found: PDFObject | undefined, expected: unknown): boolean {
  if (expected === null) return found === undefined || found === PDFNull;
  if (typeof expected === 'number') return found instanceof PDFNumber && found.asNumber() === expected;
  if (typeof expected === 'boolean') return found === (expected ? PDFBool.True : PDFBool.False);
  const text = String(expected);
  if (found instanceof PDFRef) return found.toString() === text;
  if (found instanceof PDFName) return found.decodeText() === PDFName.of(text.slice(1)).decodeText();
  const bytes = stringBytes(found);
  if (bytes === undefined) return false;
  return text.startsWith('b:')
    ? Buffer.from(bytes).toString('hex') === text.slice(2)
    : decodeTextBytes(bytes) === text.slice(2);
}
