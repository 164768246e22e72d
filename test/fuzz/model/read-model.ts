import { inflateSync, constants as zlib } from 'node:zlib';
import type { Model, ModelObject } from './document.ts';

/** Maximum bytes of an object stream: larger ones make slow inputs. */
const MAX_OBJECT_STREAM_BYTES = 4 * 1024 * 1024;
const MAX_OBJECTS = 5_000;
const CARRIED = ['Root', 'Info', 'ID', 'Encrypt'];

/**
 * Parses a file without the engine, by keywords; includes objects of object streams. Returns undefined if no object
 * is found.
 */
export function readModel(bytes: Buffer): Model | undefined {
  const text = bytes.toString('latin1');
  const found = scanObjects(text);
  if (found.length === 0 || found.length > MAX_OBJECTS) return undefined;
  const sections = found.filter(isXrefStream).map(({ body }) => body);
  const trailer = joinTrailers(
    [...text.matchAll(/trailer([\s\S]{0,2000})/g)].map(([, rest = '']) => rest),
    sections,
  );
  const objects = found.filter((object) => !isXrefStream(object)).flatMap(expand);
  return { header: /%PDF-\d\.\d/.exec(text)?.[0] ?? '%PDF-1.7', objects: keepLast(objects), trailer };
}

function scanObjects(text: string): ModelObject[] {
  const objects: ModelObject[] = [];
  const header = /(\d{1,7})\s+(\d{1,5})\s+obj\b/g;
  for (let match = header.exec(text); match !== null; match = header.exec(text)) {
    const start = match.index + match[0].length;
    const { body, stream, end } = readBody(text, start);
    objects.push({ number: Number(match[1]), generation: Number(match[2]), body, stream });
    header.lastIndex = end;
  }
  return objects;
}

function readBody(text: string, start: number): { body: string; stream: string | undefined; end: number } {
  const endobj = indexOrEnd(text, 'endobj', start);
  const keyword = />>\s*stream\r?\n/g;
  keyword.lastIndex = start;
  const match = keyword.exec(text);
  if (match === null || match.index > endobj)
    return { body: text.slice(start, endobj), stream: undefined, end: endobj };
  const data = match.index + match[0].length;
  const end = indexOrEnd(text, 'endstream', data);
  return {
    body: text.slice(start, match.index + 2),
    stream: text.slice(data, end).replace(/\r?\n$/, ''),
    end,
  };
}

function indexOrEnd(text: string, word: string, from: number): number {
  const at = text.indexOf(word, from);
  return at < 0 ? text.length : at;
}

function isXrefStream({ body, stream }: ModelObject): boolean {
  return stream !== undefined && /\/Type\s*\/XRef/.test(body);
}

function expand(object: ModelObject): ModelObject[] {
  if (object.stream === undefined || !/\/Type\s*\/ObjStm/.test(object.body)) return [object];
  const data = tryInflate(object.stream);
  const count = Number(/\/N\s+(\d+)/.exec(object.body)?.[1]);
  const first = Number(/\/First\s+(\d+)/.exec(object.body)?.[1]);
  if (data === undefined || !(count > 0) || !(first > 0)) return [object];
  const index = data.slice(0, first).trim().split(/\s+/).map(Number);
  return Array.from({ length: Math.min(count, MAX_OBJECTS) }, (_, position) => {
    const from = first + (index[position * 2 + 1] ?? 0);
    const to = first + (index[position * 2 + 3] ?? data.length);
    return { number: index[position * 2] ?? 0, generation: 0, body: data.slice(from, to), stream: undefined };
  });
}

function tryInflate(stream: string): string | undefined {
  const options = { maxOutputLength: MAX_OBJECT_STREAM_BYTES, finishFlush: zlib.Z_SYNC_FLUSH };
  try {
    return inflateSync(Buffer.from(stream, 'latin1'), options).toString('latin1');
  } catch {
    return undefined;
  }
}

function keepLast(objects: readonly ModelObject[]): ModelObject[] {
  const byNumber = new Map(objects.map((object) => [object.number, object]));
  return [...byNumber.values()].filter(({ number }) => number > 0).sort((a, b) => a.number - b.number);
}

function joinTrailers(tables: readonly string[], streams: readonly string[]): string {
  const all = [...streams, ...tables].reverse();
  return CARRIED.flatMap((key) => {
    const entry = new RegExp(`/${key}\\s*(\\d+ \\d+ R|\\[[^\\]]*\\])`);
    const value = all.map((text) => entry.exec(text)?.[1]).find((found) => found !== undefined);
    return value === undefined ? [] : [`/${key} ${value}`];
  }).join(' ');
}
