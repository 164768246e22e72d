import { type Command, commands } from './commands.ts';

const INVOCATION = process.env.npm_lifecycle_event === 'pdf' ? 'npm run pdf --' : 'countersign-pdf';

export function overview(): string {
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

export function commandHelp(name: string, command: Command): string {
  const common = [
    ...(command.writes
      ? ['-o, --out FILE   where the result goes; not the input itself; - is standard output']
      : []),
    `--json           ${command.writes ? 'one JSON object on one line' : 'one JSON object per file and line'}`,
  ];
  const options = [...command.help, ...common].map((line) => `  ${line}`);
  return [`usage: ${INVOCATION} ${name} ${command.usage}`, command.summary, '', ...options].join('\n');
}

export function usageLine(name: string, command: Command): string {
  return `usage: ${INVOCATION} ${name} ${command.usage}`;
}
