import { readFileSync } from 'node:fs';
import type { FormWarning, GivenValue, NewField, ReadonlyMode } from '@countersign/forms';
import {
  boolean,
  either,
  integer,
  listOf,
  number,
  oneOf,
  optional,
  positive,
  shape,
  text,
} from '@countersign/pdf/arguments';
import { BOX_TYPES } from '@countersign/seal/layout';
import type { BoxCheck, PrepareReport } from '../reports.ts';
import type { BoxRequest } from '../requests.ts';
import { printEachFile, readStandardInput, STANDARD_INPUT } from './files.ts';
import { type CommandCall, type CommandRun, formatTable, printable, UsageError } from './output.ts';

/** Reads a file, or `-` for standard input. Throws {@link UsageError} with the file, the JSON path and the fault. */
async function readJsonFile<T>(option: string, path: unknown, read: (value: unknown) => T): Promise<T> {
  if (typeof path !== 'string') throw new UsageError(`missing option: --${option} FILE`);
  try {
    const text = path === STANDARD_INPUT ? await readStandardInput() : readFileSync(path);
    return read(JSON.parse(text.toString('utf8')));
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
  id: optional(text),
  type: oneOf(...BOX_TYPES),
  placement: oneOf('existing', 'new_page'),
  page: optional(integer),
  x: optional(number),
  y: optional(number),
  scale: optional(positive),
  label: optional(text),
};
const checkBoxes = listOf(shape(MEMBERS));

/** Unknown members have a warning and no effect. Boxes without an id are numbered. */
export function readBoxes(value: unknown): { boxes: BoxRequest[]; warnings: PlaceWarning[] } {
  checkBoxes(value, 'boxes');
  const given = value as readonly Readonly<Record<string, unknown>>[];
  if (given.length === 0) throw new UsageError('boxes: expected at least one');
  const names = Object.keys(MEMBERS);
  const boxes = given.map((box, index) => {
    const known = names.filter((name) => box[name] !== undefined).map((name) => [name, box[name]]);
    return { id: String(index), ...Object.fromEntries(known) };
  });
  return { boxes, warnings: findIdleMembers(given, names) };
}

export const runPlace: CommandRun = async (call) => {
  const { boxes, warnings: idle } = await readJsonFile('boxes', call.values.boxes, readBoxes);
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

const checkValue = either(text, boolean, listOf(text));
const checkValues = listOf(shape({ name: text, value: checkValue }));
const isObject = shape({});
const MODES: readonly ReadonlyMode[] = ['keepOriginal', 'filled', 'all'];

/** `[{name, value}]`, as in the API, or an object from name to value. */
function readValues(input: unknown): GivenValue[] {
  if (Array.isArray(input)) {
    checkValues(input, 'values');
    return input.map(({ name, value, font, fontSize, alignment, color }) => {
      return { name, value, font, fontSize, alignment, color };
    });
  }
  isObject(input, 'values');
  return Object.entries(input as object).map(([name, value]) => {
    checkValue(value, `values.${name}`);
    return { name, value };
  });
}

export const runPrefill: CommandRun = async (call) => {
  if (call.values.values === STANDARD_INPUT && call.files.includes(STANDARD_INPUT))
    throw new UsageError('only one of the file and --values can be - (standard input)');
  const request = {
    values: await readJsonFile('values', call.values.values, readValues),
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

export const runAddFields: CommandRun = async (call) => {
  const [file = '', path = ''] = call.files;
  const fields = await readJsonFile('fields', path, readFields);
  return printEachFile({ ...call, files: [file] }, async (_, input) => {
    const { added, warnings } = await call.toolkit.addFields({ input, output: call.out, fields });
    const summary = `${call.out}: ${added.length} ${added.length === 1 ? 'field' : 'fields'} added`;
    return {
      json: { file, output: call.out, added, warnings },
      text: [summary, ...added.map((name) => `  ${printable(name)}`), ...warnings.map(toLine)].join('\n'),
    };
  });
};

const checkFields = listOf(isObject);

/** The members are checked where the fields are created. */
function readFields(value: unknown): NewField[] {
  checkFields(value, 'fields');
  return value as NewField[];
}

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
