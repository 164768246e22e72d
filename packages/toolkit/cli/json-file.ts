import { readFileSync } from 'node:fs';
import { readStandardInput, STANDARD_INPUT } from './input.ts';
import type { Reader } from './json-shape.ts';
import { UsageError } from './usage-error.ts';

/** Of a file, or `-` for standard input. Throws {@link UsageError} with the file, the JSON path and the fault. */
export function readJsonFile<T>(option: string, path: unknown, read: Reader<T>): T {
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
