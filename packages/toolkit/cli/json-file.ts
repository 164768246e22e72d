import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { UsageError } from './usage-error.ts';

/** Reads the JSON file an option names. Throws {@link UsageError} naming the option, the place and what is wrong there. */
export function readJsonFile<T>(option: string, path: unknown, schema: z.ZodType<T>): T {
  if (typeof path !== 'string') throw new UsageError(`--${option} FILE is needed`);
  const result = schema.safeParse(parse(path));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new UsageError(`${path}${place}: ${issue?.message ?? 'not what was expected'}`);
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
