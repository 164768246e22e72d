import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { hasPrograms, runProgram } from '../testing/outside-programs.ts';
import { decodeName, decodeTextString, stringBytes } from './strings.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const folder = fileURLToPath(new URL('../../../fixtures/pdf/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.pdf'))
  .filter((name) => !name.startsWith('malformed') && !name.startsWith('encrypted'));

function toJson(object: PDFObject | undefined, theirs: Json | undefined): Json {
  if (object instanceof PDFStream) return toJson(object.dict, theirs);
  if (object instanceof PDFDict) return dictToJson(object, theirs);
  if (object instanceof PDFArray) {
    return object.asArray().map((item, index) => toJson(item, Array.isArray(theirs) ? theirs[index] : null));
  }
  if (object instanceof PDFString || object instanceof PDFHexString) {
    const wantsBytes = String(theirs).startsWith('b:');
    return wantsBytes
      ? `b:${Buffer.from(stringBytes(object) ?? []).toString('hex')}`
      : `u:${decodeTextString(object)}`;
  }
  if (object instanceof PDFName) return `/${decodeName(object)}`;
  if (object instanceof PDFNumber) return object.asNumber();
  if (object instanceof PDFRef) return object.toString();
  if (object instanceof PDFBool) return object.asBoolean();
  expect(object).toBe(PDFNull);
  return null;
}

function dictToJson(dict: PDFDict, theirs: Json | undefined): Json {
  const others = theirs !== null && typeof theirs === 'object' && !Array.isArray(theirs) ? theirs : {};
  const pairs = [...entriesOf(dict)].map(([key, value]): [string, Json] => {
    const name = `/${decodeName(key)}`;
    return [name, toJson(value, others[name])];
  });
  return Object.fromEntries(pairs);
}

function readByQpdf(path: string): Record<string, Json> {
  const { stdout } = runProgram('qpdf', ['--json', '--json-key=qpdf', path]);
  return JSON.parse(stdout).qpdf[1];
}

function valueIn(entry: Json): Json {
  const { stream, value } = entry as { stream?: { dict: Json }; value?: Json };
  return stream?.dict ?? value ?? null;
}

function openUnlessRefused(path: string): PdfFile | undefined {
  try {
    return openPdf(readFileSync(path));
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Compares with qpdf's JSON (version 2). */
describe.skipIf(!hasPrograms('qpdf'))('every object of a fixture is what qpdf reads', () => {
  it.each(files)('%s', (name) => {
    const file = openUnlessRefused(join(folder, name));
    if (file === undefined) return;
    let compared = 0;
    for (const [key, entry] of Object.entries(readByQpdf(join(folder, name)))) {
      const [, number, generation] = /^obj:(\d+) (\d+) R$/.exec(key) ?? [];
      if (number === undefined) continue;
      const theirs = valueIn(entry);
      const ours = toJson(file.context.lookup(PDFRef.of(Number(number), Number(generation))), theirs);
      expect(ours, key).toEqual(theirs);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(2);
  });
});
