import { type AdminCommand, adminCommands } from './commands.ts';

const CALL = 'npm run --silent admin --';

export function overview(): string {
  const width = Math.max(...Object.keys(adminCommands).map((name) => name.length));
  return [
    `usage: ${CALL} COMMAND [options] [--json]`,
    '',
    'Administers the service that DATA_DIR, KEYS_DIR and DATABASE_URL name, while it runs or not.',
    '',
    ...Object.entries(adminCommands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'COMMAND --help lists the options of a command.',
  ].join('\n');
}

export function commandHelp(name: string, { summary, required, optional }: AdminCommand): string {
  const options = [
    ...required.map((option) => `--${option} VALUE`),
    ...Object.keys(optional).map((option) => `[--${option} VALUE]`),
    '[--json]',
  ];
  return [
    `usage: ${CALL} ${name} ${options.join(' ')}`,
    '',
    summary,
    ...Object.entries(optional).map(([option, meaning]) => `  --${option}  ${meaning}`),
  ].join('\n');
}
