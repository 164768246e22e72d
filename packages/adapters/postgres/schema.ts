import type { Language } from '@countersign/base/locale';
import type {
  Account,
  AccountEvent,
  BrowserSession,
  Passkey,
  SignOnConnection,
  User,
} from '@countersign/identity';
import type { AccessToken, Artifact, Grant, OAuthClient } from '@countersign/oauth';
import type {
  AccountRemoval,
  AuditEntry,
  AuditSubject,
  ChainLink,
  DocumentProgress,
  DocumentStatus,
  KeptProof,
  OutgoingMessage,
  SavedKind,
  Webhook,
  WebhookDelivery,
} from '@countersign/signing';
import { CamelCasePlugin, type Dialect, Kysely } from 'kysely';
import type { JsonColumn } from './json.ts';
import type { DB } from './tables.ts';

/**
 * What the schema of the database does not say: which values a text column holds, and the shape of JSON. Other
 * jsonb columns hold states with dates, which `fromJson` reads.
 */
interface ColumnTypes {
  accessTokens: { scopes: JsonColumn<AccessToken['scopes']> };
  accountEvents: { type: AccountEvent['type']; details: JsonColumn<AccountEvent['details']> };
  accountRemovals: { counts: JsonColumn<AccountRemoval['counts']> };
  accounts: {
    capabilities: JsonColumn<Account['capabilities']>;
    limits: JsonColumn<Account['limits']>;
    language: Language;
    status: Account['status'];
  };
  auditEntries: {
    subjectKind: AuditSubject['kind'];
    type: AuditEntry['type'];
    fileIds: JsonColumn<AuditEntry['fileIds']>;
    fileHeads: JsonColumn<ChainLink['fileHeads']>;
  };
  browserSessions: { stage: BrowserSession['stage']; method: BrowserSession['method'] };
  documents: { status: DocumentStatus; progress: JsonColumn<DocumentProgress> };
  keptProofs: { kind: KeptProof['kind'] };
  messages: { channel: OutgoingMessage['channel'] };
  oauthArtifacts: { kind: Artifact['kind'] };
  oauthClients: {
    authMethod: OAuthClient['authMethod'];
    redirectUris: JsonColumn<OAuthClient['redirectUris']>;
    details: JsonColumn<OAuthClient['details']>;
  };
  oauthGrants: { scopes: JsonColumn<Grant['scopes']> };
  passkeys: { transports: JsonColumn<Passkey['transports']> };
  savedConfigurations: { kind: SavedKind };
  ssoConnections: { adminValues: JsonColumn<SignOnConnection['adminValues']> };
  users: { role: User['role']; status: User['status']; language: Language };
  webhookDeliveries: { status: WebhookDelivery['status'] };
  webhooks: { eventTypes: JsonColumn<Webhook['eventTypes']> };
}

type Refined<Table, Columns> = {
  [Name in keyof Table]: Name extends keyof Columns
    ? Columns[Name]
    : unknown extends Table[Name]
      ? JsonColumn<unknown>
      : Table[Name];
};

/** The generated tables, with the types of `ColumnTypes`. */
export type Tables = {
  [Name in keyof DB]: Refined<DB[Name], Name extends keyof ColumnTypes ? ColumnTypes[Name] : object>;
};

/** Names that are in no table do not compile. */
type Misnamed = {
  [Name in keyof ColumnTypes]: Name extends keyof DB
    ? Exclude<keyof ColumnTypes[Name], keyof DB[Name]>
    : Name;
}[keyof ColumnTypes];
true satisfies [Misnamed] extends [never] ? true : Misnamed;

/** A connection of the pool for each statement, or the one of a transaction. */
export type Connection = Kysely<Tables>;

/** Table and column names are in camel case here and in snake case in the database and in raw SQL. */
export function connect(dialect: Dialect): Connection {
  // Members of JSON are stored under the names that they have here.
  return new Kysely({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}
