import { accessSync, type BigIntStats, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ToolkitError, type ToolkitErrorParams } from '../errors.ts';
import type { PageEditReport } from '../reports.ts';
import type { PdfInput } from '../requests.ts';
import {
  type CommandCall,
  EXIT_OK,
  EXIT_REFUSED,
  pageCount,
  printable,
  STANDARD_OUTPUT,
  UsageError,
} from './output.ts';

export const STANDARD_INPUT = '-';

/** A path, or all bytes of standard input, a pipe or a device. Rejects with `file_not_readable`. */
export async function openArgument(file: string, params: ToolkitErrorParams = {}): Promise<PdfInput> {
  if (file === STANDARD_INPUT) return readStandardInput();
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new ToolkitError('file_not_readable', 'no such file', params);
  if (found.isDirectory()) throw new ToolkitError('file_not_readable', 'not a regular file', params);
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw new ToolkitError('file_not_readable', 'the file may not be read', params, { cause });
  }
  return found.isFile() ? file : readFileSync(file);
}

export async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Refusal {
  readonly file: string;
  readonly accepted: false;
  readonly code: string;
  readonly message: string;
}

/** `ok: false`: exit code 1 although nothing was refused. */
export interface FileResult {
  readonly json: object;
  readonly text: string;
  readonly ok?: boolean;
}

/** Describes a file whose pages, metadata or attachments were edited. */
export function describeEdit({ out }: CommandCall, file: string, report: PageEditReport): FileResult {
  const warned = report.warnings.map(({ code, message }) => `  ! ${code}: ${message}`);
  return {
    json: { file, output: out, ...report },
    text: [`${out}: ${pageCount(report.pages)}`, ...warned].join('\n'),
  };
}

/** A refusal does not stop the other files. */
export async function printEachFile(
  call: CommandCall,
  work: (file: string, input: PdfInput) => Promise<FileResult>,
): Promise<number> {
  let exitCode = EXIT_OK;
  for (const file of call.files) {
    const code = await printResult(
      call,
      async () => work(file, await openArgument(file)),
      () => file,
    );
    if (code !== EXIT_OK) exitCode = code;
  }
  return exitCode;
}

/** `blame` names the refused file. */
export async function printResult(
  call: CommandCall,
  work: () => Promise<FileResult>,
  blame: (error: unknown) => string,
): Promise<number> {
  try {
    const { json, text, ok = true } = await work();
    call.print.line(call.json ? JSON.stringify(json) : printableLines(text));
    return ok ? EXIT_OK : EXIT_REFUSED;
  } catch (error) {
    printRefusal(call, refusalOf(blame(error), error));
    return EXIT_REFUSED;
  }
}

function printRefusal(call: CommandCall, refusal: Refusal): void {
  if (call.json) call.print.line(JSON.stringify(refusal));
  else call.print.problem(printable(`${refusal.file}: ${refusal.code}: ${refusal.message}`));
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** A bug in the engine also refuses one file only. */
function refusalOf(file: string, error: unknown): Refusal {
  if (error instanceof ToolkitError) {
    return { file, accepted: false, code: error.code, message: oneLine(error.message) };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { file, accepted: false, code: 'internal_error', message: oneLine(message) };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/**
 * `-` is standard output. Throws {@link UsageError} if -o is missing, is an input, or its folder is missing.
 */
export function readOutput(out: string, inputs: readonly string[]): string {
  if (out === '') throw new UsageError('missing option: -o OUT');
  if (out === '-') return STANDARD_OUTPUT;
  if (inputs.some((input) => input !== STANDARD_INPUT && isSameFile(input, out))) {
    throw new UsageError(`-o ${out} is the input: input files are never changed`);
  }
  const folder = dirname(resolve(out));
  if (!find(folder)?.isDirectory()) throw new UsageError(`not a folder: ${folder}`);
  if (find(out)?.isDirectory()) throw new UsageError(`is a folder: ${out}`);
  return out;
}

export function isStandardOutput(out: string): boolean {
  return out === STANDARD_OUTPUT || out === '/dev/fd/1' || out === '/proc/self/fd/1';
}

/** A terminal may be read from and written to. */
function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  const [first, second] = [find(a), find(b)];
  if (!first?.isFile() || !second?.isFile()) return false;
  return first.ino === second.ino && first.dev === second.dev;
}

/** Opening the path reports why. */
function find(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}
