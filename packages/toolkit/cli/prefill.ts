import { z } from 'zod';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { readJsonFile } from './json-file.ts';
import { UsageError } from './usage-error.ts';

const value = z.union([z.string(), z.array(z.string())]);
const list = z.array(z.strictObject({ name: z.string(), value }));
const record = z.record(z.string(), value);
/** `[{name, value}]`, as the API has it, or an object from name to value. */
const values = z.unknown().transform((input, context) => {
  const parsed = (Array.isArray(input) ? list : record).safeParse(input);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) context.addIssue({ ...issue, code: 'custom', path: issue.path });
    return z.NEVER;
  }
  if (Array.isArray(parsed.data)) return parsed.data;
  return Object.entries(parsed.data).map(([name, value]) => ({ name, value }));
});
const mode = z.enum(['keepOriginal', 'filled', 'all']);

export const runPrefill: CommandRun = (call) => {
  const readonlyMode = mode.safeParse(call.values.readonly);
  if (!readonlyMode.success) throw new UsageError('--readonly is keepOriginal, filled or all');
  const request = {
    values: readJsonFile('values', call.values.values, values),
    mode: readonlyMode.data,
    boxes: [],
  };
  return printEachFile(call, async (file) => {
    const { pages } = await call.toolkit.prepare(file, call.out, request);
    const filled = request.values.length;
    return {
      json: { file, output: call.out, filled, pages },
      text: `${call.out}: ${filled} ${filled === 1 ? 'field' : 'fields'} filled`,
    };
  });
};
