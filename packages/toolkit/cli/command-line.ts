import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { inlineToolkit } from '../inline.ts';
import { type Command, commands } from './commands.ts';
import { isStandardOutput, readOutput, STANDARD_INPUT } from './files.ts';
import { EXIT_OK, EXIT_USAGE, type Output, processOutput, UsageError } from './output.ts';

const INVOCATION = process.env.npm_lifecycle_event === 'pdf' ? 'npm run pdf --' : 'countersign-pdf';

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    `usage: ${INVOCATION} COMMAND FILE... [--json] [-o OUT]`,
    '',
    ...lines,
    '',
    'Help for one command: --help after its name. --version says which this is.',
    'Input files are never changed. The file - is standard input; -o - is standard output, and the report goes to stderr.',
    'Exit code: 0 done, 1 a file was refused or is not valid, 2 wrong usage.',
  ].join('\n');
}

function commandHelp(name: string, command: Command): string {
  const common = [
    ...(command.writes
      ? ['-o, --out FILE   where the result goes; not the input itself; - is standard output']
      : []),
    `--json           ${command.writes ? 'one JSON object on one line' : 'one JSON object per file and line'}`,
  ];
  const options = [...command.help, ...common].map((line) => `  ${line}`);
  return [`usage: ${INVOCATION} ${name} ${command.usage}`, command.summary, '', ...options].join('\n');
}

function usageLine(name: string, command: Command): string {
  return `usage: ${INVOCATION} ${name} ${command.usage}`;
}

export type CommandRequest =
  | { readonly kind: 'overview' }
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly name: string; readonly command: Command }
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly files: readonly string[];
      readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
      readonly out: string;
      readonly json: boolean;
    };

const COMMON = {
  help: { type: 'boolean', short: 'h', default: false },
  json: { type: 'boolean', default: false },
} as const;
const OUT = { out: { type: 'string', short: 'o' } } as const;

/** Throws {@link UsageError}. */
function readArguments(argv: readonly string[]): CommandRequest {
  const [name, ...rest] = argv;
  if (name === undefined) throw new UsageError('missing command; --help lists them');
  if (name === '--help' || name === '-h' || name === 'help') return { kind: 'overview' };
  if (name === '--version') return { kind: 'version' };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`unknown command: ${name}; --help lists them`);
  try {
    return readCommand(name, command, rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n${usageLine(name, command)}`);
  }
}

function readCommand(name: string, command: Command, args: string[]): CommandRequest {
  const { values, positionals: files } = parseStrictly(args, {
    ...COMMON,
    ...(command.writes ? OUT : {}),
    ...command.options,
  });
  if (values.help === true) return { kind: 'help', name, command };
  checkCount(files, command);
  const given = typeof values.out === 'string' ? values.out : '';
  const out = command.writes === true || given === STANDARD_INPUT ? readOutput(given, files) : given;
  return { kind: 'run', command, files, values, out, json: values.json === true };
}

function parseStrictly(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true }) as {
      values: Record<string, string | boolean | readonly string[] | undefined>;
      positionals: string[];
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function checkCount(files: readonly string[], { files: { least, most } }: Command): void {
  if (files.length < least)
    throw new UsageError(least === 1 ? 'missing file argument' : `missing file arguments: at least ${least}`);
  if (files.length > most) throw new UsageError(`too many file arguments: at most ${most}`);
  if (files.filter((file) => file === STANDARD_INPUT).length > 1)
    throw new UsageError(`standard input (${STANDARD_INPUT}) can be given once`);
}

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
  const sealing = command.seals ? await import('./seal.ts') : undefined;
  const pades = sealing?.readLevelOptions(values);
  const signer = await sealing?.readSignerOptions(values);
  const toolkit = inlineToolkit({ signer, ...pades });
  const runCommand = await command.load();
  const print = isStandardOutput(out) ? { line: output.problem, problem: output.problem } : output;
  return runCommand({ files, values, out, json, toolkit, print, signer });
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
