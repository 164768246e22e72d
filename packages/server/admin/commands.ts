import { errorMessage } from '@countersign/i18n';
import {
  type Account,
  type ApiKey,
  CAPABILITIES,
  createOperator,
  IdentityError,
  type Operator,
  type OperatorDeps,
  type User,
} from '@countersign/identity';
import {
  createEvidenceOperator,
  createSealingOperator,
  type Database,
  type EvidenceOperator,
  type KeptProofFacts,
  type SealingOperator,
  SigningError,
} from '@countersign/signing';

export type AdminOperator = Operator & EvidenceOperator & SealingOperator;

export function createAdminOperator(deps: OperatorDeps & { readonly database: Database }): AdminOperator {
  return { ...createOperator(deps), ...createEvidenceOperator(deps), ...createSealingOperator(deps) };
}

/** Results are plain data, because they cross the socket as JSON. */
export type AdminResult = AdminRecord | readonly AdminRecord[] | null;
type AdminRecord = Readonly<Record<string, string | readonly string[] | null>>;

type OptionValues = Readonly<Record<string, string | undefined>>;

export interface AdminCommand {
  readonly summary: string;
  /** Each of these options has a value. */
  readonly required: readonly string[];
  /** The defaults of these options, in words. */
  readonly optional: Readonly<Record<string, string>>;
  /** The one of `optional` that may be given without its name. */
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

function readList(text: string): readonly string[] {
  return text === 'all' ? CAPABILITIES : text.split(',').map((word) => word.trim());
}

function presentAccount({ accountId, name, timeZone, capabilities, createdAt }: Account): AdminRecord {
  return { accountId, name, timeZone, capabilities, createdAt: createdAt.toISOString() };
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
    if (!(error instanceof IdentityError) && !(error instanceof SigningError)) throw error;
    const problems = error.details.length > 0 ? error.details : [error];
    return { refusal: problems.map(({ code, params }) => errorMessage('en', code, params)).join('\n') };
  }
}
