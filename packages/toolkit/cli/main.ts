#!/usr/bin/env node
import { inlineToolkit } from '../inline.ts';
import { readArguments } from './arguments.ts';
import { EXIT_USAGE } from './command-run.ts';
import { commandHelp, overview } from './help.ts';
import { endQuietlyOnClosedPipe, processOutput } from './output.ts';
import { signerFrom } from './signer-option.ts';
import { UsageError } from './usage-error.ts';

endQuietlyOnClosedPipe();
returnToCallersFolder();
// Not process.exit: what was written to a pipe must get there first.
process.exitCode = await runCommandLine(process.argv.slice(2));

async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    processOutput.problem(error.message);
    return EXIT_USAGE;
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const request = readArguments(argv);
  if (request.kind === 'overview') return show(overview());
  if (request.kind === 'help') return show(commandHelp(request.name, request.command));
  const { command, files, values, out, json } = request;
  const toolkit = inlineToolkit({ signer: signerFrom(values) });
  const runCommand = await command.load();
  return runCommand({ files, values, out, json, print: processOutput, toolkit });
}

async function show(text: string): Promise<number> {
  await processOutput.line(text);
  return 0;
}

/** npm runs scripts in the project's folder; paths are meant from where npm was called. */
function returnToCallersFolder(): void {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  if (script === 'pdf' && folder !== undefined) process.chdir(folder);
}
