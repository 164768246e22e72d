import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Command, commands } from './commands.ts';
import { usageLine } from './help.ts';
import { STANDARD_INPUT } from './input.ts';
import { readOutput } from './output-path.ts';
import { UsageError } from './usage-error.ts';

export type CommandRequest =
  | { readonly kind: 'overview' }
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly name: string; readonly command: Command }
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly files: readonly string[];
      readonly values: Readonly<Record<string, string | boolean | undefined>>;
      readonly out: string;
      readonly json: boolean;
    };

const COMMON = {
  help: { type: 'boolean', short: 'h', default: false },
  json: { type: 'boolean', default: false },
} as const;
const OUT = { out: { type: 'string', short: 'o' } } as const;

/** Throws {@link UsageError}. */
export function readArguments(argv: readonly string[]): CommandRequest {
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
  const out = command.writes ? readOutput(given, files) : '';
  return { kind: 'run', command, files, values, out, json: values.json === true };
}

function parseStrictly(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true }) as {
      values: Record<string, string | boolean | undefined>;
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
