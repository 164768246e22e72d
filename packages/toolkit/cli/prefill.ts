import type { FormWarning, GivenValue, ReadonlyMode } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { STANDARD_INPUT } from './input.ts';
import { readJsonFile } from './json-file.ts';
import { join, listOf, objectOf, type Reader, readObject, readText } from './json-shape.ts';
import { printable } from './printable.ts';
import { UsageError } from './usage-error.ts';

const readTexts = listOf(readText);
const readValue: Reader<string | string[] | boolean> = (value, path) => {
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? readTexts(value, path) : readText(value, path);
};
const readList = listOf(objectOf<GivenValue>({ name: readText, value: readValue }));
const MODES: readonly ReadonlyMode[] = ['keepOriginal', 'filled', 'all'];

/** `[{name, value}]`, as in the API, or an object from name to value. */
const readValues: Reader<GivenValue[]> = (input, path) => {
  if (Array.isArray(input)) return readList(input, path);
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
    const { pages, warnings } = await call.toolkit.prepare(input, call.out, request);
    const filled = request.values.length;
    const summary = `${call.out}: ${filled} ${filled === 1 ? 'field' : 'fields'} filled`;
    return {
      json: { file, output: call.out, filled, pages, warnings },
      text: [summary, ...warnings.map(toLine)].join('\n'),
    };
  });
};

function toLine({ field, code, message }: FormWarning): string {
  return `  ! ${field === undefined ? '' : `${printable(field)}: `}${code}: ${message}`;
}

function readReadonly(value: unknown): ReadonlyMode {
  const mode = MODES.find((known) => known === value);
  if (mode === undefined) throw new UsageError('--readonly must be keepOriginal, filled or all');
  return mode;
}
