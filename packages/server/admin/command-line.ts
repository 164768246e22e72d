import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDiskBlobs } from '@countersign/adapters/blobs/disk-blobs';
import { withEnqueueing } from '@countersign/adapters/jobs/open-jobs';
import { randomIds, systemClock } from '@countersign/base';
import { type BlobStore, SIGNING_JOBS } from '@countersign/signing';
import { hasEncryptionKey, loadSecrets } from '../settings/secrets.ts';
import { readStorageConfig, type StorageConfig } from '../settings/storage.ts';
import { EXIT_WRONG_SETTING, StartError } from '../settings/values.ts';
import { openConfiguredDatabase } from '../wiring/storage.ts';
import { callAdminSocket } from './admin-socket.ts';
import {
  type AdminAnswer,
  type AdminCommand,
  type AdminRequest,
  type AdminResult,
  adminCommands,
  createAdminOperator,
  runAdminCommand,
} from './commands.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

class UsageError extends Error {}

interface Streams {
  out(text: string): void;
  error(text: string): void;
}

/** Returns the exit code. Results go to `out`, everything else to `error`. */
export async function runAdminCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { out, error: print }: Streams,
): Promise<number> {
  try {
    const call = readCall(argv);
    if ('help' in call) {
      out(call.help);
      return 0;
    }
    const answer = await send(readStorageConfig(env), call.request);
    if ('refusal' in answer) {
      print(answer.refusal);
      return EXIT_REFUSED;
    }
    if (call.json) out(JSON.stringify(answer.result));
    else if (answer.result !== null) out(format(answer.result));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      print(`${error.message}\n--help lists the commands`);
      return EXIT_USAGE;
    }
    if (!(error instanceof StartError)) throw error;
    print(error.message);
    return error.code === 'setting_invalid' ? EXIT_WRONG_SETTING : EXIT_REFUSED;
  }
}

type Call = { readonly help: string } | { readonly request: AdminRequest; readonly json: boolean };

function readCall(argv: readonly string[]): Call {
  if (argv.length === 0) throw new UsageError('missing command');
  if (argv[0] === '--help' || argv[0] === '-h' || argv[0] === 'help') return { help: overview() };
  const name = argv.slice(0, 2).join(' ');
  const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;
  if (command === undefined) {
    if (argv.includes('--help')) return { help: overview() };
    throw new UsageError(`unknown command: ${name}`);
  }
  const { required, optional, positional } = command;
  const names = [...required, ...Object.keys(optional)];
  const { help, json, ...values } = parse(nameFirst(argv.slice(2), positional), names);
  if (help === true) return { help: commandHelp(name, command) };
  const missing = required.filter((option) => values[option] === undefined);
  if (missing.length > 0) throw new UsageError(`missing --${missing.join(', --')}`);
  return { request: { command: name, values: values as AdminRequest['values'] }, json: json === true };
}

/** `documents reseal ID` is `documents reseal --document ID`. */
function nameFirst(args: readonly string[], positional: string | undefined): readonly string[] {
  const [first] = args;
  if (positional === undefined || first === undefined || first.startsWith('-')) return args;
  return [`--${positional}`, ...args];
}

function parse(args: readonly string[], names: readonly string[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return values as Readonly<Record<string, string | boolean | undefined>>;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Asks the running service if it has the embedded database. */
async function send(config: StorageConfig, request: AdminRequest): Promise<AdminAnswer> {
  if (config.databaseUrl === undefined) {
    const answer = await callAdminSocket(config.dataDir, request);
    if (answer !== null) return answer;
  }
  // The service creates keys: those of another folder would not fit the database.
  if (!hasEncryptionKey(config))
    throw new StartError(
      'data_dir_unusable',
      `KEYS_DIR: no keys in ${config.keysDir}; set DATA_DIR and KEYS_DIR as for the service, which creates the keys at its first start`,
    );
  const { encryptionKeys } = loadSecrets(config);
  await using database = await openDatabase(config);
  await using files = openFilesOnDemand(config);
  const operator = createAdminOperator({
    database: database.opened,
    ids: randomIds,
    clock: systemClock,
    encryptionKeys,
    openBlobs: files.open,
    withJobs: (work) => withEnqueueing(database.opened, SIGNING_JOBS, work),
  });
  return await runAdminCommand(operator, request);
}

/** Uses a scratch folder of its own, because a node empties its folder at start. */
function openFilesOnDemand({ dataDir, s3 }: StorageConfig) {
  const closing = new AsyncDisposableStack();
  const scratch = join(dataDir, 'files', 'admin');
  const open = async (): Promise<BlobStore> => {
    closing.defer(() => rm(scratch, { recursive: true, force: true }));
    if (s3 === undefined) return openDiskBlobs(join(dataDir, 'files'), scratch);
    const { openS3Blobs } = await import('@countersign/adapters/blobs/s3-blobs');
    const blobs = await openS3Blobs(s3.location, { dir: scratch, cacheBytes: 0 });
    closing.defer(() => blobs.close());
    return blobs;
  };
  return { open, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

async function openDatabase(config: StorageConfig) {
  const opened = await openConfiguredDatabase(config, loadSecrets(config));
  return { opened, [Symbol.asyncDispose]: () => opened.close() };
}

/** Separates by tabs: a record becomes lines of name and value, a list lines of values under their names. */
function format(result: NonNullable<AdminResult>): string {
  if (isList(result)) {
    const [first] = result;
    if (first === undefined) return '';
    return [Object.keys(first), ...result.map(Object.values)].map((cells) => cells.join('\t')).join('\n');
  }
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function isList<T>(result: T | readonly T[]): result is readonly T[] {
  return Array.isArray(result);
}

const CALL = 'npm run --silent admin --';

function overview(): string {
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

function commandHelp(name: string, { summary, required, optional }: AdminCommand): string {
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
