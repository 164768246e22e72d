import type { ColumnType, Generated } from 'kysely';

/** `Sealed` columns are encrypted (secret-box.ts); `Json` columns: state-json.ts. */
export interface Tables {
  readonly accounts: AccountsTable;
  readonly users: UsersTable;
  readonly user_invitations: UserInvitationsTable;
  readonly people: PeopleTable;
  readonly password_resets: PasswordResetsTable;
  readonly recovery_codes: RecoveryCodesTable;
  readonly passkeys: PasskeysTable;
  readonly passkey_challenges: PasskeyChallengesTable;
  readonly browser_sessions: BrowserSessionsTable;
  readonly account_events: AccountEventsTable;
  readonly api_keys: ApiKeysTable;
  readonly access_tokens: AccessTokensTable;
  readonly account_logos: AccountLogosTable;
  readonly oauth_clients: OAuthClientsTable;
  readonly oauth_grants: OAuthGrantsTable;
  readonly oauth_artifacts: OAuthArtifactsTable;
  readonly files: FilesTable;
  readonly documents: DocumentsTable;
  readonly prepared_views: PreparedViewsTable;
  readonly signee_tokens: SigneeTokensTable;
  readonly saved_configurations: SavedConfigurationsTable;
  readonly audit_entries: AuditEntriesTable;
  readonly signing_sessions: SigningSessionsTable;
  readonly session_proofs: SessionProofsTable;
  readonly kept_proofs: KeptProofsTable;
  readonly webhooks: WebhooksTable;
  readonly webhook_deliveries: WebhookDeliveriesTable;
  readonly messages: MessagesTable;
  readonly message_attempts: MessageAttemptsTable;
  readonly settings: SettingsTable;
  readonly rate_counts: RateCountsTable;
  readonly idempotency_keys: IdempotencyKeysTable;
}

/** Read as the drivers parse it. */
type Json = ColumnType<unknown, unknown, unknown>;
type Sealed = string;
/** bigint is text from the server's driver, a number from the embedded one. */
type BigInteger = ColumnType<string | number, number, number>;

interface AccountsTable {
  account_id: string;
  name: string;
  capabilities: Json;
  time_zone: string;
  color: string | null;
  language: string;
  sender_name: string | null;
  logo_id: string | null;
  created_at: Date;
}

interface UsersTable {
  user_id: string;
  account_id: string;
  person_id: string | null;
  role: string;
  status: string;
  full_name: string;
  email_address: string;
  language: string;
  is_language_chosen: boolean;
  time_zone: string | null;
  created_at: Date;
}

interface PeopleTable {
  person_id: string;
  email_address: string;
  password_hash: string | null;
  totp_secret: Sealed | null;
  totp_confirmed_at: Date | null;
  totp_last_step: BigInteger;
  created_at: Date;
}

interface PasswordResetsTable {
  token_hash: string;
  person_id: string;
  expires_at: Date;
}

interface RecoveryCodesTable {
  person_id: string;
  code_hash: string;
}

interface PasskeysTable {
  passkey_id: string;
  person_id: string;
  credential_id: string;
  public_key: string;
  sign_count: BigInteger;
  transports: Json;
  is_synced: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

interface PasskeyChallengesTable {
  challenge_hash: string;
  person_id: string | null;
  expires_at: Date;
}

interface BrowserSessionsTable {
  session_id: string;
  id_hash: string;
  person_id: string;
  stage: string;
  user_id: string | null;
  account_id: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  address: string;
  user_agent: string;
}

interface AccountEventsTable {
  position: Generated<string | number>;
  event_id: string;
  account_id: string;
  type: string;
  date: Date;
  user_id: string | null;
  subject_id: string | null;
  address: string | null;
  details: Json;
}

interface UserInvitationsTable {
  token_hash: string;
  user_id: string;
  expires_at: Date;
}

interface ApiKeysTable {
  api_key_id: string;
  user_id: string;
  account_id: string;
  key_hash: string;
  name: string;
  created_at: Date;
  prefix: string;
  last_used_at: Date | null;
}

interface AccessTokensTable {
  token_hash: string;
  user_id: string;
  account_id: string;
  scopes: Json;
  created_at: Date;
  expires_at: Date;
  api_key_id: string | null;
  grant_id: string | null;
}

interface AccountLogosTable {
  logo_id: string;
  account_id: string;
  content: Uint8Array;
}

interface OAuthClientsTable {
  client_id: string;
  client_name: string;
  redirect_uris: Json;
  auth_method: string;
  secret_hash: string | null;
  details: Json;
  user_id: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

interface OAuthGrantsTable {
  grant_id: string;
  user_id: string;
  account_id: string;
  client_id: string;
  client_name: string;
  scopes: Json;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date;
}

interface OAuthArtifactsTable {
  kind: string;
  id_hash: string;
  grant_id: string | null;
  replaced_hash: string | null;
  browser_hash: string | null;
  payload: Json;
  consumed_at: Date | null;
  expires_at: Date;
}

interface FilesTable {
  file_id: string;
  account_id: string;
  user_id: string;
  blob_id: string;
  original_name: string;
  size: BigInteger;
  sha256: string;
  pages: number;
  created_at: Date;
  deleted_at: Date | null;
}

interface DocumentsTable {
  document_id: string;
  account_id: string;
  user_id: string;
  name: string;
  status: string;
  sharing_setting: string;
  created_at: Date;
  expiry_date: Date;
  follow_up_at: Date | null;
  link_id: string | null;
  search_text: string;
  progress: Json;
  state: Json;
}

interface PreparedViewsTable {
  document_id: string;
  view: Json;
}

interface SigneeTokensTable {
  token_hash: string;
  document_id: string;
  signee_id: string;
}

interface SavedConfigurationsTable {
  kind: string;
  id: string;
  account_id: string;
  user_id: string;
  sharing_setting: string;
  file_id: string | null;
  created_at: Date;
  expires_at: Date | null;
  token_hash: string | null;
  state: Json;
}

interface AuditEntriesTable {
  entry_id: string;
  subject_kind: string;
  subject_id: string;
  type: string;
  account_id: string;
  user_id: string | null;
  date: Date;
  file_ids: Json;
  /** Verbatim. */
  details: string;
  sequence: number;
  previous_hash: string | null;
  file_heads: Json;
  hash: string;
}

interface SigningSessionsTable {
  id_hash: string;
  link_hash: string;
  document_id: string;
  expires_at: Date;
  state: Json;
}

interface KeptProofsTable {
  proof_id: string;
  document_id: string;
  signee_id: string;
  kind: string;
  kept_at: Date;
  content: Sealed;
}

interface SessionProofsTable {
  proof_id: string;
  session_hash: string;
  document_id: string;
  signee_id: string;
  created_at: Date;
  remove_at: Date;
  facts: Json;
  content: Sealed;
  entered: Sealed | null;
}

interface WebhooksTable {
  webhook_id: string;
  account_id: string;
  user_id: string;
  client_id: string | null;
  webhook_url: string;
  name: string;
  event_types: Json;
  signing_secret: Sealed;
  created_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
}

interface WebhookDeliveriesTable {
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  event: Json;
  status: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  created_at: Date;
  updated_at: Date;
}

interface MessageAttemptsTable {
  message_id: string;
  started_at: Date;
  is_sent: boolean;
}

interface MessagesTable {
  position: Generated<string | number>;
  message_id: string;
  channel: string;
  recipient: string;
  content: Sealed;
  created_at: Date;
}

interface RateCountsTable {
  key: string;
  count: number;
  resets_at: Date;
}

interface IdempotencyKeysTable {
  user_id: string;
  route: string;
  key: string;
  request_hash: string;
  claim_id: string;
  runs_until: Date;
  expires_at: Date;
  is_committed: ColumnType<boolean, never, boolean>;
  /** Null until the request was answered. */
  status: number | null;
  /** JSON. */
  headers: ColumnType<string, never, string>;
  body: Sealed | null;
}

interface SettingsTable {
  name: string;
  value: string;
}
