import { readFileSync } from 'node:fs';
import type { SplitArgs } from '../requests.ts';
import {
  describeEdit,
  type FileResult,
  openArgument,
  printEachFile,
  printResult,
  readStandardInput,
} from './files.ts';
import { type CommandCall, type CommandRun, pageCount, STANDARD_OUTPUT, UsageError } from './output.ts';

/** A password on the command line could be seen by other users of the machine. */
const PASSWORD_VARIABLE = 'PDF_PASSWORD';

export const runDecrypt: CommandRun = async (call) => {
  const password = await readPassword(call);
  return printEachFile(call, async (file, input) => {
    const report = await call.toolkit.decrypt({ input, output: call.out, password });
    const done = report.encrypted ? 'the encryption is removed' : 'it was not encrypted';
    return {
      json: { file, output: call.out, ...report },
      text: `${call.out}: ${pageCount(report.pages)}, ${done}`,
    };
  });
};

/** The line break at the end of a file is not part of the password. */
async function readPassword({ values, files }: CommandCall): Promise<string | undefined> {
  const path = values['password-file'];
  if (typeof path !== 'string') return process.env[PASSWORD_VARIABLE];
  if (path === '-' && files.includes('-')) throw new UsageError('standard input (-) can be given once');
  return (path === '-' ? await readStandardInput() : readPasswordFile(path)).toString().replace(/\r?\n$/, '');
}

function readPasswordFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new UsageError(`the password file cannot be read: ${path}`);
  }
}

export const runPages: CommandRun = async (call) => {
  const ranges = listOf(call.values.pages);
  if (ranges.length > call.files.length) throw new UsageError('more --pages than files');
  return printResult(
    call,
    () => choosePages(call, ranges),
    (error) => call.files[inputOf(error)] ?? call.files.join(', '),
  );
};

function inputOf(error: unknown): number {
  return error instanceof Error && 'params' in error
    ? Number((error.params as { input?: number }).input)
    : -1;
}

async function choosePages(call: CommandCall, ranges: readonly string[]): Promise<FileResult> {
  const inputs = await Promise.all(call.files.map((file, input) => openArgument(file, { input })));
  const report = await call.toolkit.pages({ inputs, ranges, output: call.out });
  return {
    json: { files: call.files, output: call.out, ...report },
    text: `${call.out}: ${pageCount(report.pages)}`,
  };
}

function listOf(value: CommandCall['values'][string]): readonly string[] {
  return Array.isArray(value) ? value : [];
}

export const runRotate: CommandRun = async (call) => {
  const { by, pages } = call.values;
  const degrees = Number(by);
  if (by === undefined || !Number.isInteger(degrees) || degrees % 90 !== 0)
    throw new UsageError('--by takes a multiple of 90');
  const ranges = typeof pages === 'string' ? pages : undefined;
  return printEachFile(call, async (file, input) => {
    const report = await call.toolkit.rotate({ input, output: call.out, degrees, ranges });
    return describeEdit(call, file, report);
  });
};

export const runSplit: CommandRun = async (call) => {
  const choice = readChoice(call);
  if (call.out === STANDARD_OUTPUT) throw new UsageError('split writes files: -o - is not possible');
  return printEachFile(call, async (file, input) => {
    const { parts } = await call.toolkit.split({ input, output: call.out, ...choice });
    const lines = parts.map(({ output, pages, size }) => `${output}: ${pageCount(pages)}, ${size} bytes`);
    return { json: { file, parts }, text: lines.join('\n') };
  });
};

function readChoice(call: CommandCall): Pick<SplitArgs, 'every' | 'maxBytes' | 'ranges'> {
  const ranges = listOf(call.values.pages);
  const [every, maxBytes] = [readCount(call, 'every'), readCount(call, 'max-bytes')];
  const count = [every, maxBytes, ranges[0]].filter((option) => option !== undefined).length;
  if (count !== 1) throw new UsageError('split takes one of --every, --max-bytes and --pages');
  return ranges.length > 0 ? { ranges } : { every, maxBytes };
}

function readCount({ values }: CommandCall, name: string): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new UsageError(`--${name} takes a whole number above 0`);
  return count;
}
