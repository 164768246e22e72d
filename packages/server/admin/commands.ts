import {
  createJobOperator,
  JOB_STATES,
  type JobOperator,
  type JobState,
  type KnownJob,
} from '@countersign/adapters/jobs/administer-jobs';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import { SecretBox } from '@countersign/adapters/postgres/encryption';
import { renewSecrets } from '@countersign/adapters/postgres/renew-secrets';
import { writeArchive, writePersonArchive } from '@countersign/api';
import { errorMessage } from '@countersign/i18n';
import {
  ACCOUNT_LIMITS,
  type Account,
  type ApiKey,
  CAPABILITIES,
  createOperator,
  IdentityError,
  type Operator,
  type OperatorDeps,
  removalDate,
  type User,
} from '@countersign/identity';
import {
  type AccountRemoval,
  type BlobStore,
  createEvidenceOperator,
  createRemovalOperator,
  createSealingOperator,
  type ErasedItem,
  type EvidenceOperator,
  erasePerson,
  type KeptProofFacts,
  type RemovalOperator,
  readAccountRecords,
  readPersonRecords,
  type SealingOperator,
  SigningError,
} from '@countersign/signing';
import { dumpTables } from '../transfer/archive.ts';
import { ExportRefused, writeExportFile } from './export-file.ts';

interface ExportOperator {
  /** Resolves with the size of the file in bytes. */
  exportAccount(accountId: string, file: string): Promise<number>;
  exportPerson(address: string, file: string): Promise<number>;
  erasePerson(address: string): Promise<readonly ErasedItem[]>;
}

interface StorageOperator {
  /** Encrypts again what older keys encrypted. Resolves with the number of rows. */
  renewSecrets(): Promise<number>;
  /** Writes the rows of all tables into the folder. */
  dumpTables(folder: string): Promise<void>;
}

export type AdminOperator = Operator &
  EvidenceOperator &
  SealingOperator &
  RemovalOperator &
  JobOperator &
  ExportOperator &
  StorageOperator;

export function createAdminOperator(
  deps: OperatorDeps & {
    readonly database: AdapterDatabase;
    readonly encryptionKeys: readonly Uint8Array[];
    /** Is called when a command needs files. */
    readonly openBlobs: () => Promise<BlobStore>;
    /** Jobs can be enqueued while the work runs. */
    readonly withJobs: <T>(work: () => Promise<T>) => Promise<T>;
  },
): AdminOperator {
  const operator = createOperator(deps);
  return {
    ...operator,
    ...createEvidenceOperator(deps),
    ...createSealingOperator(deps),
    ...createRemovalOperator(deps),
    ...createJobOperator(deps.database),
    async exportAccount(accountId, file) {
      await operator.recordExport(accountId);
      return writeExportFile(deps, file, (files) => writeArchive(files, readAccountRecords(deps, accountId)));
    },
    exportPerson(address, file) {
      const records = readPersonRecords(deps, { address, accountId: null });
      return writeExportFile(deps, file, (files) => writePersonArchive(files, records));
    },
    erasePerson: (address) =>
      deps.withJobs(() => erasePerson(deps, { address, accountId: null, caller: null })),
    renewSecrets: async () =>
      renewSecrets(deps.database.engine, new SecretBox(deps.encryptionKeys), await deps.openBlobs()),
    dumpTables: (folder) => dumpTables(deps.database.engine, folder),
  };
}

/** Results are plain data, because they cross the socket as JSON. */
export type AdminResult = AdminRecord | readonly AdminRecord[] | null;
type AdminRecord = Readonly<Record<string, string | readonly string[] | null>>;

/** Its message is one sentence for the operator. */
class AdminRefusal extends Error {}

type OptionValues = Readonly<Record<string, string | undefined>>;

export interface AdminCommand {
  readonly summary: string;
  /** Each of these options has a value. */
  readonly required: readonly string[];
  /** The defaults of these options, in words. */
  readonly optional: Readonly<Record<string, string>>;
  /** The one that may be given without its name. */
  readonly positional?: string;
  run(operator: AdminOperator, values: OptionValues): Promise<AdminResult>;
}

/** The service runs these commands for the command line, or the command line runs them itself. */
export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  'accounts create': {
    summary: 'create an account with an owner; shows an API key once',
    required: ['email', 'name'],
    optional: {
      'full-name': 'name of the owner; default: --email up to the @',
      capabilities: `comma-separated list; default: all. Known: ${CAPABILITIES.join(', ')}`,
    },
    async run(operator, { email = '', name = '', 'full-name': fullName, capabilities = 'all' }) {
      const command = { emailAddress: email, name, fullName, capabilities: readList(capabilities) };
      const { account, user, secret } = await operator.createAccount(command);
      return { accountId: account.accountId, userId: user.userId, apiKey: secret };
    },
  },
  'accounts list': {
    summary: 'list the accounts, the oldest first',
    required: [],
    optional: {},
    run: async (operator) => (await operator.listAccounts()).map(presentAccount),
  },
  'accounts set': {
    summary: 'replace the capabilities or the limits of an account',
    required: ['account'],
    optional: {
      capabilities: `comma-separated list; default: as before. Known: ${CAPABILITIES.join(', ')}`,
      limits: `such as maxUsers=5, with commas, or none; default: as before. Known: ${ACCOUNT_LIMITS.join(', ')}`,
    },
    positional: 'account',
    async run(operator, { account = '', capabilities, limits }) {
      if (capabilities === undefined && limits === undefined)
        throw new AdminRefusal('missing --capabilities or --limits');
      return presentAccount(
        await operator.changeAccount({
          accountId: account,
          capabilities: capabilities === undefined ? undefined : readList(capabilities),
          limits: limits === undefined ? undefined : readLimits(limits),
        }),
      );
    },
  },
  'accounts export': {
    summary: 'write everything of an account into a ZIP file, as its owners can',
    required: ['account', 'file'],
    optional: {},
    positional: 'account',
    async run(operator, { account = '', file = '' }) {
      const bytes = await operator.exportAccount(account, file);
      return { accountId: account, file, bytes: String(bytes) };
    },
  },
  'accounts suspend': {
    summary: 'refuse everybody access to an account until it is reopened; nothing is removed',
    required: ['account'],
    optional: {},
    positional: 'account',
    run: async (operator, { account = '' }) => presentAccount(await operator.suspendAccount(account)),
  },
  'accounts close': {
    summary: 'end access to an account at once, and remove it with everything after 30 days',
    required: ['account'],
    optional: {},
    positional: 'account',
    run: async (operator, { account = '' }) => presentAccount(await operator.closeAccount(account)),
  },
  'accounts reopen': {
    summary: 'give an account that is suspended, or closed for less than 30 days, its access back',
    required: ['account'],
    optional: {},
    positional: 'account',
    run: async (operator, { account = '' }) => presentAccount(await operator.reopenAccount(account)),
  },
  'accounts removals': {
    summary: 'list the proofs of removed accounts: what was removed, without personal data',
    required: [],
    optional: {},
    run: async (operator) => (await operator.listRemovals()).map(presentRemoval),
  },
  'people export': {
    summary: 'write what all accounts know of a person into a ZIP file',
    required: ['address', 'file'],
    optional: {},
    positional: 'address',
    async run(operator, { address = '', file = '' }) {
      return { file, bytes: String(await operator.exportPerson(address, file)) };
    },
  },
  'people erase': {
    summary:
      'remove or mask a person in all accounts by email address or phone number; lists what stays and why',
    required: ['address'],
    optional: {},
    positional: 'address',
    run: async (operator, { address = '' }) =>
      (await operator.erasePerson(address)).map(({ accountId, kind, id, outcome, stays }) => ({
        ...{ accountId, kind, id, outcome, stays },
      })),
  },
  'users create': {
    summary: 'create an active user without an invitation; shows an API key once',
    required: ['account', 'email', 'name'],
    optional: { role: 'owner, admin or member; default: member' },
    async run(operator, { account = '', email = '', name = '', role = 'member' }) {
      const command = { accountId: account, emailAddress: email, name, role };
      const { user, secret } = await operator.createUser(command);
      return { userId: user.userId, apiKey: secret };
    },
  },
  'users list': {
    summary: 'list the users of an account, the oldest first',
    required: ['account'],
    optional: {},
    run: async (operator, { account = '' }) => (await operator.listUsers(account)).map(presentUser),
  },
  'users reset-sign-in': {
    summary: 'remove the authenticator app, recovery codes and passkeys of a person, and end their sessions',
    required: ['email'],
    optional: {},
    async run(operator, { email = '' }) {
      await operator.resetSignIn({ emailAddress: email });
      return null;
    },
  },
  'keys create': {
    summary: 'create an API key for a user; shows it once',
    required: ['user', 'name'],
    optional: {},
    async run(operator, { user = '', name = '' }) {
      const { apiKey, secret } = await operator.createApiKey({ userId: user, name });
      return { apiKeyId: apiKey.apiKeyId, apiKey: secret };
    },
  },
  'keys list': {
    summary: 'list the API keys of an account, the oldest first',
    required: ['account'],
    optional: {},
    run: async (operator, { account = '' }) => (await operator.listApiKeys(account)).map(presentKey),
  },
  'keys delete': {
    summary: 'delete an API key and end its tokens',
    required: ['key'],
    optional: {},
    async run(operator, { key = '' }) {
      await operator.removeApiKey(key);
      return null;
    },
  },
  'documents reseal': {
    summary: 'try within a minute to seal what everybody has signed; lists the documents',
    required: [],
    optional: { document: 'id of a document, also without --document; default: all that are not sealed' },
    positional: 'document',
    async run(operator, { document: documentId }) {
      if (documentId === undefined)
        return (await operator.resealAll()).map((resealed) => ({ documentId: resealed }));
      await operator.resealDocument(documentId);
      return [{ documentId }];
    },
  },
  'jobs list': {
    summary: 'list jobs, the oldest first: those that failed, and those that will be tried again',
    required: [],
    optional: {
      state: `comma-separated list of ${JOB_STATES.join(', ')}; default: retrying,failed`,
      name: 'name of the jobs, such as send-message',
      document: 'id of the document that they work on',
      limit: 'number of jobs; default: 100',
    },
    async run(operator, { state, name: job, document: documentId, limit = '100' }) {
      const states = state === undefined ? undefined : readStates(state);
      if (!/^\d{1,4}$/.test(limit)) throw new AdminRefusal('--limit: expected a number of at most 9999');
      const jobs = await operator.listJobs({ states, job, documentId, limit: Number(limit) });
      return jobs.map(presentJob);
    },
  },
  'jobs show': {
    summary: 'show a job with the ids that it works on and its last error',
    required: ['job'],
    optional: {},
    positional: 'job',
    run: (operator, { job = '' }) => showJob(operator, job),
  },
  'jobs retry': {
    summary: 'run a job that failed or waits, within seconds and with three attempts more',
    required: ['job'],
    optional: {},
    positional: 'job',
    async run(operator, { job = '' }) {
      if (await operator.retryJob(job)) return showJob(operator, job);
      const { state } = await showJob(operator, job);
      throw new AdminRefusal(`a job that is ${state} cannot be tried again`);
    },
  },
  'jobs cancel': {
    summary: 'never run a job that waits; what it was to do is not done',
    required: ['job'],
    optional: {},
    positional: 'job',
    async run(operator, { job = '' }) {
      if (await operator.cancelJob(job)) return showJob(operator, job);
      const { state } = await showJob(operator, job);
      throw new AdminRefusal(`a job that is ${state} cannot be cancelled`);
    },
  },
  'database dump': {
    summary: 'write the rows of all tables into a folder; part of npm run backup',
    required: ['folder'],
    optional: {},
    async run(operator, { folder = '' }) {
      await operator.dumpTables(folder);
      return null;
    },
  },
  'encryption renew': {
    summary: 'encrypt again, with the newest key, what older keys encrypted',
    required: [],
    optional: {},
    run: async (operator) => ({ renewed: String(await operator.renewSecrets()) }),
  },
  'evidence list': {
    summary: 'list the identifications that are kept, the oldest first, without names and numbers',
    required: [],
    optional: {
      document: 'id of a document; this or --account is needed',
      account: 'id of an account: those of all its documents',
    },
    run: async (operator, { document: documentId, account: accountId }) =>
      (await operator.listEvidence({ documentId, accountId })).map(presentProof),
  },
  'evidence export': {
    summary: 'decrypt one identification; the audit trail of its document records it',
    required: ['proof'],
    optional: {},
    async run(operator, { proof = '' }) {
      const { content, ...facts } = await operator.exportEvidence(proof);
      return { ...presentProof(facts), ...content };
    },
  },
};

async function showJob(operator: AdminOperator, jobId: string): Promise<AdminRecord> {
  const found = await operator.findJob(jobId);
  if (found === null) throw new AdminRefusal(`there is no job ${jobId}; finished ones are known for a week`);
  return { ...presentJob(found), requestId: found.requestId, data: JSON.stringify(found.data) };
}

function presentJob({ jobId, job, state, documentId, createdAt, nextAt, attempts, lastError }: KnownJob) {
  const dates = { createdAt: createdAt.toISOString(), nextAt: nextAt?.toISOString() ?? null };
  return { jobId, job, state, documentId, ...dates, attempts: String(attempts), lastError };
}

function readStates(text: string): readonly JobState[] {
  const states = JOB_STATES.filter((state) => readList(text).includes(state));
  if (states.length === readList(text).length) return states;
  throw new AdminRefusal(`--state: expected some of ${JOB_STATES.join(', ')}`);
}

function readLimits(text: string): Readonly<Record<string, number>> {
  if (text === 'none') return {};
  const pairs = text.split(',').map((pair) => /^\s*(\w+)=(\d{1,15})\s*$/.exec(pair));
  return Object.fromEntries(
    pairs.map((pair) => {
      if (pair === null) throw new AdminRefusal('--limits: expected name=number, with commas, or none');
      return [pair[1] ?? '', Number(pair[2])];
    }),
  );
}

function readList(text: string): readonly string[] {
  return text === 'all' ? CAPABILITIES : text.split(',').map((word) => word.trim());
}

function presentAccount(account: Account): AdminRecord {
  const { accountId, name, timeZone, capabilities, createdAt, status } = account;
  const limits = ACCOUNT_LIMITS.flatMap((limit) =>
    account.limits[limit] === undefined ? [] : [`${limit}=${account.limits[limit]}`],
  );
  const removedAt = removalDate(account)?.toISOString() ?? null;
  return {
    ...{ accountId, name, status, removedAt, timeZone, capabilities, limits },
    createdAt: createdAt.toISOString(),
  };
}

function presentRemoval({ accountId, closedAt, removedAt, counts, hash }: AccountRemoval): AdminRecord {
  const dates = { closedAt: closedAt.toISOString(), removedAt: removedAt?.toISOString() ?? null };
  return { accountId, ...dates, counts: JSON.stringify(counts), hash };
}

function presentUser({ userId, emailAddress, fullName, role, status, createdAt }: User): AdminRecord {
  return { userId, emailAddress, fullName, role, status, createdAt: createdAt.toISOString() };
}

function presentKey({ apiKeyId, userId, name, prefix, createdAt, lastUsedAt }: ApiKey): AdminRecord {
  const dates = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  return { apiKeyId, userId, name, prefix, ...dates };
}

function presentProof({ proofId, documentId, signeeId, kind, keptAt }: KeptProofFacts): AdminRecord {
  return { proofId, documentId, signeeId, kind, keptAt: keptAt.toISOString() };
}

export interface AdminRequest {
  readonly command: string;
  readonly values: OptionValues;
}

/** A refusal has one sentence a line. */
export type AdminAnswer = { readonly result: AdminResult } | { readonly refusal: string };

/** Rejects with what is not a refusal. */
export async function runAdminCommand(operator: AdminOperator, request: AdminRequest): Promise<AdminAnswer> {
  const command = Object.hasOwn(adminCommands, request.command) && adminCommands[request.command];
  if (!command) return { refusal: `unknown command: ${request.command}` };
  try {
    return { result: await command.run(operator, request.values) };
  } catch (error) {
    if (error instanceof AdminRefusal || error instanceof ExportRefused) return { refusal: error.message };
    if (!(error instanceof IdentityError) && !(error instanceof SigningError)) throw error;
    const problems = error.details.length > 0 ? error.details : [error];
    return { refusal: problems.map(({ code, params }) => errorMessage('en', code, params)).join('\n') };
  }
}
