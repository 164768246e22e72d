import type { FormWarning, GivenValue, ReadonlyMode } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { readJsonFile } from './json-file.ts';
import { join, listOf, objectOf, type Reader, readObject, readText } from './json-shape.ts';
import { printable } from './printable.ts';
import { UsageError } from './usage-error.ts';

const readTexts = listOf(readText);
const readValue: Reader<string | string[] | boolean> = (value, place) => {
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? readTexts(value, place) : readText(value, place);
};
const readList = listOf(objectOf<GivenValue>({ name: readText, value: readValue }));
const MODES: readonly ReadonlyMode[] = ['keepOriginal', 'filled', 'all'];

/** `[{name, value}]`, as in the API, or an object from name to value. */
const readValues: Reader<GivenValue[]> = (input, place) => {
  if (Array.isArray(input)) return readList(input, place);
  const named = Object.entries(readObject(input, place));
  return named.map(([name, value]) => ({ name, value: readValue(value, join(place, name)) }));
};

export const runPrefill: CommandRun = (call) => {
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
  if (mode === undefined) throw new UsageError('--readonly is keepOriginal, filled or all');
  return mode;
}
