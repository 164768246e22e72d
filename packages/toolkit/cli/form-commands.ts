/** A schema library takes longer to load than the command to run. */

import { readFileSync } from 'node:fs';
import type { FormWarning, GivenValue, NewField, ReadonlyMode } from '@countersign/forms';
import type { BoxCheck, BoxRequest, PrepareReport } from '../requests.ts';
import { printEachFile, readStandardInput, STANDARD_INPUT } from './files.ts';
import { type CommandCall, type CommandRun, formatTable, printable, UsageError } from './output.ts';

/** `path` (`0.placement`) is named in the {@link UsageError}. */
export type Reader<T> = (value: unknown, path: string) => T;

export const readText: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : refuse(path, 'expected a string');

const readNumber: Reader<number> = (value, path) =>
  typeof value === 'number' ? value : refuse(path, 'expected a number');

export const readInteger: Reader<number> = (value, path) =>
  Number.isInteger(value) ? (value as number) : refuse(path, 'expected a whole number');

export const readPositive: Reader<number> = (value, path) =>
  typeof value === 'number' && value > 0 ? value : refuse(path, 'expected a number above 0');

export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value, path) =>
    words.find((word) => word === value) ?? refuse(path, `expected one of ${words.join(', ')}`);
}

export function listOf<T>(read: Reader<T>, min = 0): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return refuse(path, 'expected a list');
    if (value.length < min) return refuse(path, 'expected a non-empty list');
    return value.map((item, index) => read(item, join(path, index)));
  };
}

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : read(value, path));
}

/** Other members are ignored. */
export function objectOf<T extends object>(members: { readonly [K in keyof T]: Reader<T[K]> }): Reader<T> {
  return (value, path) => {
    const given = readObject(value, path);
    const read = Object.entries<Reader<unknown>>(members).map(([name, readMember]) => [
      name,
      readMember(given[name], join(path, name)),
    ]);
    return Object.fromEntries(read.filter(([, member]) => member !== undefined)) as T;
  };
}

function readObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(path, 'expected an object');
  return value as Readonly<Record<string, unknown>>;
}

function refuse(path: string, message: string): never {
  throw new UsageError(path === '' ? `: ${message}` : ` at ${path}: ${message}`);
}

function join(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}

/** Of a file, or `-` for standard input. Throws {@link UsageError} with the file, the JSON path and the fault. */
function readJsonFile<T>(option: string, path: unknown, read: Reader<T>): T {
  if (typeof path !== 'string') throw new UsageError(`missing option: --${option} FILE`);
  const value = parse(path);
  try {
    return read(value, '');
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${path}${error.message}`);
    throw error;
  }
}

function parse(path: string): unknown {
  try {
    const text = path === STANDARD_INPUT ? readStandardInput() : readFileSync(path);
    return JSON.parse(text.toString('utf8'));
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Without the effect that was asked for. */
export interface PlaceWarning {
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
}

const ARRANGED = ['page', 'x', 'y', 'scale'];

function describeOverlap({ code, params }: BoxCheck['warnings'][number]): PlaceWarning {
  const { page = 0, box = '', other, field = '', count } = params;
  if (count !== undefined) return { code, message: `${count} more of these`, params };
  const covered = other === undefined ? `the form field "${field}"` : `box ${other}`;
  return { code, message: `box ${box} covers ${covered} on page ${page}`, params };
}

/** Unknown members, and positions on a new page. */
function findIdleMembers(boxes: readonly object[], known: readonly string[]): PlaceWarning[] {
  return boxes.flatMap((box, index) =>
    Object.keys(box).flatMap((name): PlaceWarning[] => {
      const path = `${index}.${name}`;
      if (!known.includes(name))
        return [{ code: 'unknown_member', message: `unknown member of a box: ${path}`, params: { path } }];
      const isIdle = (box as BoxRequest).placement === 'new_page' && ARRANGED.includes(name);
      const message = `${path} has no effect: a new page arranges its boxes`;
      return isIdle ? [{ code: 'member_without_effect', message, params: { path } }] : [];
    }),
  );
}

const MEMBERS = {
  id: optional(readText),
  type: oneOf('signature', 'id_scan'),
  placement: oneOf('existing', 'new_page'),
  page: optional(readInteger),
  x: optional(readNumber),
  y: optional(readNumber),
  scale: optional(readPositive),
  label: optional(readText),
};
const readBoxList = listOf(objectOf(MEMBERS), 1);

const readBoxes: Reader<{ boxes: BoxRequest[]; warnings: PlaceWarning[] }> = (value, path) => ({
  boxes: readBoxList(value, path).map(toRequest),
  warnings: findIdleMembers(value as object[], Object.keys(MEMBERS)),
});

export const runPlace: CommandRun = (call) => {
  const { boxes, warnings: idle } = readJsonFile('boxes', call.values.boxes, readBoxes);
  return printEachFile(call, async (file, input) => {
    const { warnings: overlaps } = await call.toolkit.checkBoxes({ input, boxes });
    const report = await call.toolkit.preview({
      input,
      output: call.out,
      values: [],
      mode: 'keepOriginal',
      boxes,
    });
    const warnings = [...idle, ...overlaps.map(describeOverlap)];
    return {
      json: { file, output: call.out, ...report, warnings },
      text: describe(call, report, warnings),
    };
  });
};

function describe({ out }: CommandCall, { boxes }: PrepareReport, warnings: readonly PlaceWarning[]): string {
  const rows = boxes.map((placed) => [
    `  ${printable(placed.label ?? placed.id)}`,
    placed.type,
    `page ${placed.page}`,
    [placed.x, placed.y, placed.width, placed.height].map((points) => points.toFixed(1)).join(' '),
  ]);
  const warned = warnings.map(({ code, message }) => `  ! ${code}: ${printable(message)}`);
  return [`${out}: ${boxes.length} boxes`, formatTable(rows), ...warned].join('\n');
}

/** Boxes without an id are numbered. */
function toRequest(box: object, index: number): BoxRequest {
  return { id: String(index), ...box } as BoxRequest;
}

const readTexts = listOf(readText);
const readValue: Reader<string | string[] | boolean> = (value, path) => {
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? readTexts(value, path) : readText(value, path);
};
const readValueList = listOf(objectOf<GivenValue>({ name: readText, value: readValue }));
const MODES: readonly ReadonlyMode[] = ['keepOriginal', 'filled', 'all'];

/** `[{name, value}]`, as in the API, or an object from name to value. */
const readValues: Reader<GivenValue[]> = (input, path) => {
  if (Array.isArray(input)) return readValueList(input, path);
  const named = Object.entries(readObject(input, path));
  return named.map(([name, value]) => ({ name, value: readValue(value, join(path, name)) }));
};

export const runPrefill: CommandRun = (call) => {
  if (call.values.values === STANDARD_INPUT && call.files.includes(STANDARD_INPUT))
    throw new UsageError('only one of the file and --values can be - (standard input)');
  const request = {
    values: readJsonFile('values', call.values.values, readValues),
    mode: readReadonly(call.values.readonly),
    boxes: [],
  };
  return printEachFile(call, async (file, input) => {
    const { pages, warnings } = await call.toolkit.prepare({ input, output: call.out, ...request });
    const filled = request.values.length;
    const summary = `${call.out}: ${filled} ${filled === 1 ? 'field' : 'fields'} filled`;
    return {
      json: { file, output: call.out, filled, pages, warnings },
      text: [summary, ...warnings.map(toLine)].join('\n'),
    };
  });
};

export const runAddFields: CommandRun = (call) => {
  const [file = '', path = ''] = call.files;
  const fields = readJsonFile('fields', path, listOf(readField));
  return printEachFile({ ...call, files: [file] }, async (_, input) => {
    const { added, warnings } = await call.toolkit.addFields({ input, output: call.out, fields });
    const summary = `${call.out}: ${added.length} ${added.length === 1 ? 'field' : 'fields'} added`;
    return {
      json: { file, output: call.out, added, warnings },
      text: [summary, ...added.map((name) => `  ${printable(name)}`), ...warnings.map(toLine)].join('\n'),
    };
  });
};

/** The members are checked where the fields are created. */
const readField: Reader<NewField> = (value, path) => readObject(value, path) as unknown as NewField;

export const runFlatten: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const { field } = call.values;
    const names = Array.isArray(field) ? field : undefined;
    const { flattened, warnings } = await call.toolkit.flatten({ input, output: call.out, names });
    const summary = `${call.out}: ${flattened.length} ${flattened.length === 1 ? 'field' : 'fields'} flattened`;
    return {
      json: { file, output: call.out, flattened, warnings },
      text: [summary, ...warnings.map(toLine)].join('\n'),
    };
  });

function toLine({ field, code, message }: FormWarning): string {
  return `  ! ${field === undefined ? '' : `${printable(field)}: `}${code}: ${message}`;
}

function readReadonly(value: unknown): ReadonlyMode {
  const mode = MODES.find((known) => known === value);
  if (mode === undefined) throw new UsageError('--readonly must be keepOriginal, filled or all');
  return mode;
}
