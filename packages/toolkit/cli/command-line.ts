import { inlineToolkit } from '../inline.ts';
import { readArguments } from './arguments.ts';
import { EXIT_OK, EXIT_USAGE } from './command-run.ts';
import { commandHelp, overview } from './help.ts';
import { type Output, processOutput } from './output.ts';
import { isStandardOutput } from './output-path.ts';
import { withProgress } from './progress.ts';
import { readSignerOptions } from './signer-option.ts';
import { UsageError } from './usage-error.ts';

/** `argv` is without node and script. Returns the exit code. */
export async function runCommandLine(argv: readonly string[], output = processOutput): Promise<number> {
  returnToCallersFolder();
  try {
    return await run(argv, output);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.problem(error.message);
    return EXIT_USAGE;
  }
}

async function run(argv: readonly string[], output: Output): Promise<number> {
  const request = readArguments(argv);
  if (request.kind === 'overview') return show(overview(), output);
  if (request.kind === 'version') return show((await import('./version.ts')).VERSION, output);
  if (request.kind === 'help') return show(commandHelp(request.name, request.command), output);
  const { command, files, values, out, json } = request;
  const pades = command.seals && (await import('./level-option.ts')).readLevelOptions(values);
  const signer = command.seals && (await readSignerOptions(values));
  const toolkit = inlineToolkit({ ...(signer && { signer }), ...pades });
  const runCommand = await command.load();
  const print = isStandardOutput(out) ? { line: output.problem, problem: output.problem } : output;
  const call = { files, values, out, json, toolkit, ...(signer && { signer }) };
  return withProgress(print, (shown) => runCommand({ ...call, print: shown }));
}

function show(text: string, output: Output): number {
  output.line(text);
  return EXIT_OK;
}

/** Paths are relative to where npm was called. */
function returnToCallersFolder(): void {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  if (script === 'pdf' && folder !== undefined) process.chdir(folder);
}
