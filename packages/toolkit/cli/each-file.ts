import { ToolkitError } from '../errors.ts';
import type { PdfInput } from '../pdf-toolkit.ts';
import { type CommandCall, EXIT_OK, EXIT_REFUSED } from './command-run.ts';
import { openArgument } from './input.ts';
import { printable } from './printable.ts';

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

/** A refusal does not stop the other files. */
export async function printEachFile(
  call: CommandCall,
  work: (file: string, input: PdfInput) => Promise<FileResult>,
): Promise<number> {
  let exitCode = EXIT_OK;
  for (const file of call.files) {
    const code = await printResult(
      call,
      async () => work(file, openArgument(file)),
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
