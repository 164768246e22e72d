import { type Kysely, sql } from 'kysely';

/** `trusted`: whoever may create a schema may create it. PostgreSQL brings it (in Debian's and most packages). */
const EXTENSIONS = ['CREATE EXTENSION IF NOT EXISTS pg_trgm'];

/** Everything an account has before its first document. */
const PEOPLE = [
  `CREATE TABLE accounts (
    account_id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    capabilities jsonb NOT NULL,
    limits jsonb NOT NULL DEFAULT '{}',
    time_zone text NOT NULL DEFAULT 'UTC',
    color text,
    language text COLLATE "C" NOT NULL DEFAULT 'en',
    sender_name text,
    logo_id text COLLATE "C",
    created_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'active',
    status_changed_at timestamptz
  )`,
  // Accounts that are closed or suspended are few.
  "CREATE INDEX accounts_not_active ON accounts (status, status_changed_at) WHERE status <> 'active'",
  // What is left of a removed account; it names no person.
  `CREATE TABLE account_removals (
    account_id text COLLATE "C" PRIMARY KEY,
    closed_at timestamptz NOT NULL,
    removed_at timestamptz,
    counts jsonb NOT NULL,
    hash text COLLATE "C" NOT NULL
  )`,
  `CREATE TABLE account_logos (
    logo_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    content bytea NOT NULL
  )`,
  'CREATE INDEX account_logos_account ON account_logos (account_id)',
  // Several accounts may invite one address; a person may be a user of several.
  `CREATE TABLE users (
    user_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    person_id text COLLATE "C",
    role text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    full_name text NOT NULL,
    email_address text NOT NULL,
    language text NOT NULL,
    is_language_chosen boolean NOT NULL DEFAULT true,
    time_zone text,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX users_of_account ON users (account_id, created_at, user_id)',
  'CREATE INDEX users_person ON users (person_id)',
  'CREATE UNIQUE INDEX users_email_address_in_account ON users (account_id, lower(email_address))',
  `CREATE TABLE user_invitations (
    token_hash text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX user_invitations_user ON user_invitations (user_id)',
  `CREATE TABLE people (
    person_id text COLLATE "C" PRIMARY KEY,
    email_address text NOT NULL,
    password_hash text,
    totp_secret text,
    totp_confirmed_at timestamptz,
    totp_last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
  )`,
  'CREATE UNIQUE INDEX people_email_address ON people (lower(email_address))',
  `CREATE TABLE password_resets (
    token_hash text COLLATE "C" PRIMARY KEY,
    person_id text COLLATE "C" NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX password_resets_person ON password_resets (person_id)',
  `CREATE TABLE recovery_codes (
    person_id text COLLATE "C" NOT NULL,
    code_hash text COLLATE "C" NOT NULL,
    PRIMARY KEY (person_id, code_hash)
  )`,
  `CREATE TABLE passkeys (
    passkey_id text COLLATE "C" PRIMARY KEY,
    person_id text COLLATE "C" NOT NULL,
    credential_id text COLLATE "C" NOT NULL UNIQUE,
    public_key text NOT NULL,
    sign_count bigint NOT NULL,
    transports jsonb NOT NULL,
    is_synced boolean NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  )`,
  'CREATE INDEX passkeys_person ON passkeys (person_id)',
  `CREATE TABLE passkey_challenges (
    challenge_hash text COLLATE "C" PRIMARY KEY,
    person_id text COLLATE "C",
    expires_at timestamptz NOT NULL
  )`,
  `CREATE TABLE browser_sessions (
    session_id text COLLATE "C" PRIMARY KEY,
    id_hash text COLLATE "C" NOT NULL UNIQUE,
    person_id text COLLATE "C" NOT NULL,
    stage text COLLATE "C" NOT NULL,
    user_id text COLLATE "C",
    account_id text COLLATE "C",
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    method text COLLATE "C" NOT NULL,
    connection_id text COLLATE "C"
  )`,
  'CREATE INDEX browser_sessions_person ON browser_sessions (person_id)',
  'CREATE INDEX browser_sessions_expires_at ON browser_sessions (expires_at)',
  `CREATE TABLE account_events (
    position bigint GENERATED ALWAYS AS IDENTITY,
    event_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    date timestamptz NOT NULL,
    user_id text COLLATE "C",
    subject_id text COLLATE "C",
    address text,
    details jsonb NOT NULL
  )`,
  'CREATE INDEX account_events_account ON account_events (account_id, position)',
  'CREATE INDEX account_events_user ON account_events (user_id, date)',
  'CREATE INDEX account_events_date ON account_events (date)',
  `CREATE FUNCTION refuse_account_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the log of accounts is append-only'; END
  $$`,
  `CREATE FUNCTION keep_account_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.date > now() - interval '365 days' AND NOT EXISTS (
        SELECT FROM accounts WHERE accounts.account_id = OLD.account_id AND status = 'removing'
      ) THEN
        RAISE EXCEPTION 'the log of accounts is append-only for a year';
      END IF;
      RETURN OLD;
    END
  $$`,
  `CREATE TRIGGER account_events_stay BEFORE UPDATE OR TRUNCATE ON account_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_account_event_change()`,
  `CREATE TRIGGER account_events_stay_a_year BEFORE DELETE ON account_events
    FOR EACH ROW EXECUTE FUNCTION keep_account_event()`,
];

/** Single sign-on by OpenID Connect. Attempts and links without a connection are of the operator's provider. */
const SINGLE_SIGN_ON = [
  `CREATE TABLE sso_connections (
    connection_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret text NOT NULL,
    name text NOT NULL,
    is_required boolean NOT NULL,
    role_claim text,
    admin_values jsonb NOT NULL,
    scim_token_hash text COLLATE "C" UNIQUE,
    scim_token_created_at timestamptz,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE sso_domains (
    account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    domain text COLLATE "C" NOT NULL,
    token text NOT NULL,
    created_at timestamptz NOT NULL,
    verified_at timestamptz,
    PRIMARY KEY (account_id, domain)
  )`,
  'CREATE UNIQUE INDEX sso_domains_verified ON sso_domains (domain) WHERE verified_at IS NOT NULL',
  `CREATE TABLE sso_attempts (
    state_hash text COLLATE "C" PRIMARY KEY,
    browser_hash text COLLATE "C" NOT NULL,
    connection_id text COLLATE "C" REFERENCES sso_connections ON DELETE CASCADE,
    redirect_url text NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    next text NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX sso_attempts_connection ON sso_attempts (connection_id)',
  'CREATE INDEX sso_attempts_expires_at ON sso_attempts (expires_at)',
  `CREATE TABLE sso_links (
    realm text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    person_id text COLLATE "C" NOT NULL REFERENCES people ON DELETE CASCADE,
    user_id text COLLATE "C" REFERENCES users ON DELETE CASCADE,
    PRIMARY KEY (realm, subject),
    UNIQUE (realm, person_id)
  )`,
  `CREATE TABLE scim_external_ids (
    user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    external_id text NOT NULL
  )`,
  'CREATE INDEX scim_external_ids_external_id ON scim_external_ids (external_id)',
  'CREATE INDEX sso_links_person ON sso_links (person_id)',
  'CREATE INDEX sso_links_user ON sso_links (user_id)',
];

/** Codes and tokens end with their grant, grants with their user or client. Metadata documents have no row. */
const PROGRAMS = [
  `CREATE TABLE api_keys (
    api_key_id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    key_hash text COLLATE "C" NOT NULL UNIQUE,
    prefix text NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  )`,
  'CREATE INDEX api_keys_account ON api_keys (account_id)',
  `CREATE TABLE oauth_clients (
    client_id text COLLATE "C" PRIMARY KEY,
    client_name text NOT NULL,
    redirect_uris jsonb NOT NULL,
    auth_method text COLLATE "C" NOT NULL,
    secret_hash text COLLATE "C",
    details jsonb NOT NULL,
    user_id text COLLATE "C" REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  )`,
  'CREATE INDEX oauth_clients_user ON oauth_clients (user_id)',
  `CREATE TABLE oauth_grants (
    grant_id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    client_id text COLLATE "C" NOT NULL,
    client_name text NOT NULL,
    scopes jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX oauth_grants_user ON oauth_grants (user_id)',
  'CREATE INDEX oauth_grants_client ON oauth_grants (client_id)',
  'CREATE INDEX oauth_grants_expires_at ON oauth_grants (expires_at)',
  `CREATE TABLE oauth_artifacts (
    kind text COLLATE "C" NOT NULL,
    id_hash text COLLATE "C" NOT NULL,
    grant_id text COLLATE "C" REFERENCES oauth_grants ON DELETE CASCADE,
    replaced_hash text COLLATE "C",
    browser_hash text COLLATE "C",
    payload jsonb NOT NULL,
    consumed_at timestamptz,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (kind, id_hash)
  )`,
  'CREATE INDEX oauth_artifacts_grant ON oauth_artifacts (grant_id)',
  'CREATE INDEX oauth_artifacts_replaced ON oauth_artifacts (replaced_hash)',
  'CREATE INDEX oauth_artifacts_expires_at ON oauth_artifacts (expires_at)',
  `CREATE TABLE access_tokens (
    token_hash text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    scopes jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    api_key_id text COLLATE "C",
    grant_id text COLLATE "C" REFERENCES oauth_grants ON DELETE CASCADE
  )`,
  'CREATE INDEX access_tokens_expires_at ON access_tokens (expires_at)',
  'CREATE INDEX access_tokens_grant ON access_tokens (grant_id)',
  // This one is for the number of tokens of an API key.
  `CREATE INDEX access_tokens_api_key ON access_tokens (api_key_id, created_at DESC)
    WHERE api_key_id IS NOT NULL`,
];

const IS_LISTED = "status <> 'deleted' AND link_id IS NULL";
const IS_SHARED = `sharing_setting = 'shared' AND ${IS_LISTED}`;
const IS_PRIVATE = `sharing_setting = 'private' AND ${IS_LISTED}`;

/** Deleted documents and files stay as rows without content. */
const DOCUMENTS = [
  `CREATE TABLE files (
    file_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    blob_id text COLLATE "C" NOT NULL,
    original_name text NOT NULL,
    size bigint NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    pages integer NOT NULL,
    created_at timestamptz NOT NULL,
    deleted_at timestamptz
  )`,
  'CREATE INDEX files_blob ON files (blob_id)',
  // An account's limit of bytes, its export and its removal read this index and no row.
  'CREATE INDEX files_of_account ON files (account_id, file_id) INCLUDE (size, deleted_at)',
  // The files that have to be looked at: those that were uploaded, or lost a document or saved configuration, since they
  // were last found in use. All others are in use, and may be many.
  `CREATE TABLE file_candidates (
    file_id text COLLATE "C" PRIMARY KEY REFERENCES files ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    noted_at timestamptz NOT NULL
  )`,
  'CREATE INDEX file_candidates_created_at ON file_candidates (created_at)',
  // The later time keeps the row from being dropped by who looked before.
  `CREATE FUNCTION note_file(noted text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO file_candidates (file_id, created_at, noted_at)
    SELECT file_id, created_at, clock_timestamp() FROM files WHERE file_id = noted
    ON CONFLICT (file_id) DO UPDATE SET noted_at = EXCLUDED.noted_at
  $$`,
  `CREATE FUNCTION note_uploaded_file() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM note_file(NEW.file_id); RETURN NULL; END
  $$`,
  `CREATE TRIGGER files_note_themselves AFTER INSERT ON files
    FOR EACH ROW EXECUTE FUNCTION note_uploaded_file()`,
  `CREATE TABLE documents (
    document_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    link_id text COLLATE "C",
    name text NOT NULL,
    status text COLLATE "C" NOT NULL,
    sharing_setting text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    expiry_date timestamptz NOT NULL,
    follow_up_at timestamptz,
    progress jsonb NOT NULL DEFAULT '{"signees": 0, "signed": 0, "next": [], "people": [], "signBy": null, "endedAt": null}',
    state jsonb NOT NULL
  )`,
  // Their predicates are those of lists: a user sees what is shared in the account, and what is private and his own.
  `CREATE INDEX documents_shared ON documents (account_id, created_at DESC, document_id DESC)
    WHERE ${IS_SHARED}`,
  `CREATE INDEX documents_own ON documents (account_id, user_id, created_at DESC, document_id DESC)
    WHERE ${IS_PRIVATE}`,
  `CREATE INDEX documents_shared_of_status ON documents (account_id, status, created_at DESC, document_id DESC)
    WHERE ${IS_SHARED}`,
  `CREATE INDEX documents_own_of_status
    ON documents (account_id, user_id, status, created_at DESC, document_id DESC) WHERE ${IS_PRIVATE}`,
  // This one finds the documents that wait for a person.
  `CREATE INDEX documents_next ON documents USING gin ((progress -> 'next') jsonb_path_ops)
    WHERE status = 'awaiting_signatures'`,
  `CREATE INDEX documents_of_link ON documents (link_id, created_at DESC, document_id DESC)
    WHERE link_id IS NOT NULL`,
  `CREATE INDEX documents_external_id ON documents (account_id, (state ->> 'externalId'))
    WHERE state ->> 'externalId' IS NOT NULL`,
  `CREATE INDEX documents_file ON documents ((state ->> 'fileId'))`,
  `CREATE INDEX documents_sealed_file ON documents ((state ->> 'sealedSha256'))`,
  `CREATE INDEX documents_expiry_date ON documents (expiry_date) WHERE status <> 'deleted'`,
  'CREATE INDEX documents_follow_up_at ON documents (follow_up_at)',
  `CREATE FUNCTION note_file_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM note_file(OLD.state ->> 'fileId'); RETURN NULL; END
  $$`,
  `CREATE TRIGGER documents_note_file AFTER UPDATE ON documents FOR EACH ROW
    WHEN (NEW.status = 'deleted' AND OLD.status <> 'deleted') EXECUTE FUNCTION note_file_of_document()`,
  `CREATE TRIGGER documents_note_file_at_removal AFTER DELETE ON documents FOR EACH ROW
    EXECUTE FUNCTION note_file_of_document()`,
  // Its predicate is that of the queries for documents that everybody has signed and nothing has sealed.
  `CREATE INDEX documents_unsealed ON documents (created_at, account_id)
    WHERE status = 'awaiting_signatures' AND progress -> 'signed' = progress -> 'signees'`,
  // Labels are apart from the state, because changing them is no change of the document.
  `CREATE TABLE document_labels (
    document_id text COLLATE "C" NOT NULL REFERENCES documents ON DELETE CASCADE,
    account_id text COLLATE "C" NOT NULL,
    label_key text COLLATE "C" NOT NULL,
    label text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    created_at timestamptz NOT NULL,
    reader text COLLATE "C",
    PRIMARY KEY (document_id, label_key)
  )`,
  // The date of the document and who sees it are there too, so that lists and counts of a label read one range of it.
  `CREATE INDEX document_labels_of_account
    ON document_labels (account_id, label_key, reader, created_at DESC, document_id DESC) INCLUDE (label)`,
  // Empty: whoever is in the account; null: nobody, in a list.
  `CREATE FUNCTION reader_of(documents) RETURNS text IMMUTABLE LANGUAGE sql AS $$
    SELECT CASE WHEN $1.status = 'deleted' OR $1.link_id IS NOT NULL THEN NULL
      WHEN $1.sharing_setting = 'shared' THEN '' ELSE $1.user_id END
  $$`,
  `CREATE FUNCTION move_labels() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE document_labels SET reader = reader_of(NEW) WHERE document_id = NEW.document_id;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER documents_move_labels AFTER UPDATE ON documents FOR EACH ROW
    WHEN (reader_of(OLD) IS DISTINCT FROM reader_of(NEW)) EXECUTE FUNCTION move_labels()`,
  // Counted for the metrics.
  `CREATE INDEX documents_unfinished ON documents (status)
    WHERE status IN ('created', 'processing', 'awaiting_signatures')`,
  // It is apart from the documents, because an update of these would otherwise write its index again.
  `CREATE TABLE document_search (
    document_id text COLLATE "C" PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    account_id text COLLATE "C" NOT NULL,
    text text NOT NULL
  )`,
  // It lists all documents of an account by id, too: rows of this table are written again less often than documents.
  'CREATE INDEX document_search_of_account ON document_search (account_id, document_id)',
  // Its operator class is where an operator or this schema has the extension.
  `DO $$ BEGIN EXECUTE format(
    'CREATE INDEX document_search_text ON document_search USING gin (text %I.gin_trgm_ops)',
    (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm')
  ); END $$`,
  // It is apart from the documents, which are read more often.
  `CREATE TABLE prepared_views (
    document_id text COLLATE "C" PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    view jsonb NOT NULL
  )`,
  `CREATE TABLE signee_tokens (
    token_hash text COLLATE "C" PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL REFERENCES documents ON DELETE CASCADE,
    signee_id text COLLATE "C" NOT NULL
  )`,
  'CREATE INDEX signee_tokens_document ON signee_tokens (document_id)',
  // The file_id keeps the file of a draft or template from being removed.
  `CREATE TABLE saved_configurations (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    sharing_setting text NOT NULL,
    file_id text COLLATE "C",
    token_hash text COLLATE "C",
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    state jsonb NOT NULL,
    PRIMARY KEY (kind, id)
  )`,
  `CREATE INDEX saved_configurations_of_account
    ON saved_configurations (account_id, kind, created_at DESC, id DESC)`,
  'CREATE INDEX saved_configurations_by_file ON saved_configurations (file_id)',
  `CREATE FUNCTION note_file_of_configuration() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM note_file(OLD.file_id); RETURN NULL; END
  $$`,
  `CREATE TRIGGER saved_configurations_note_file AFTER DELETE OR UPDATE OF file_id ON saved_configurations
    FOR EACH ROW EXECUTE FUNCTION note_file_of_configuration()`,
  'CREATE INDEX saved_configurations_by_expiry ON saved_configurations (expires_at)',
  'CREATE UNIQUE INDEX saved_configurations_by_token ON saved_configurations (token_hash)',
  `CREATE INDEX saved_configurations_by_document ON saved_configurations ((state ->> 'documentId'))
    WHERE kind = 'draft'`,
];

/** The hash of an entry needs the original bytes of `details` and dates to the millisecond. */
const AUDIT_TRAIL = [
  `CREATE TABLE audit_entries (
    entry_id text COLLATE "C" PRIMARY KEY,
    subject_kind text COLLATE "C" NOT NULL,
    subject_id text COLLATE "C" NOT NULL,
    sequence integer NOT NULL,
    type text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C",
    date timestamptz NOT NULL,
    file_ids jsonb NOT NULL,
    file_heads jsonb NOT NULL,
    details text NOT NULL,
    previous_hash text COLLATE "C",
    hash text COLLATE "C" NOT NULL,
    CHECK ((sequence = 1) = (previous_hash IS NULL)),
    CHECK (isfinite(date) AND date = date_trunc('milliseconds', date))
  )`,
  // Duplicates and forks of a chain violate one of the two.
  'CREATE UNIQUE INDEX audit_entries_chain ON audit_entries (subject_kind, subject_id, sequence)',
  'CREATE UNIQUE INDEX audit_entries_no_fork ON audit_entries (subject_kind, subject_id, previous_hash)',
  // What the operator bills is few of them.
  `CREATE INDEX audit_entries_billable ON audit_entries (account_id, date)
    WHERE type IN ('link.created', 'link.duplicated')`,
  // They may outlive what they are about, and go with the account. Entries of documents go with these.
  `CREATE INDEX audit_entries_of_account ON audit_entries (account_id)
    WHERE subject_kind <> 'document'`,
  // An account's limit of documents counts these. Documents are written again with every change, and entries never are.
  `CREATE INDEX audit_entries_created ON audit_entries (account_id, date)
    WHERE type = 'document.created'`,
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END
  $$`,
  `CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  // Entries end with their account only, 30 days after it was closed.
  `CREATE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT FROM accounts WHERE accounts.account_id = OLD.account_id AND status = 'removing'
      ) THEN
        RAISE EXCEPTION 'the audit trail is append-only';
      END IF;
      RETURN OLD;
    END
  $$`,
  `CREATE TRIGGER audit_entries_stay_with_account BEFORE DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION keep_audit_entry()`,
];

/** Proofs of a session end with it; what is kept of them stays until the document is removed. */
const SIGNING = [
  `CREATE TABLE signing_sessions (
    id_hash text COLLATE "C" PRIMARY KEY,
    link_hash text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL REFERENCES documents ON DELETE CASCADE,
    expires_at timestamptz NOT NULL,
    state jsonb NOT NULL
  )`,
  'CREATE INDEX signing_sessions_link ON signing_sessions (link_hash)',
  'CREATE INDEX signing_sessions_document ON signing_sessions (document_id)',
  'CREATE INDEX signing_sessions_expires_at ON signing_sessions (expires_at)',
  // What the signee entered is apart from the content, which a poll writes again.
  `CREATE TABLE session_proofs (
    proof_id text COLLATE "C" PRIMARY KEY,
    session_hash text COLLATE "C" NOT NULL REFERENCES signing_sessions ON DELETE CASCADE,
    document_id text COLLATE "C" NOT NULL,
    signee_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    remove_at timestamptz NOT NULL,
    facts jsonb NOT NULL,
    content text NOT NULL,
    entered text
  )`,
  'CREATE INDEX session_proofs_session ON session_proofs (session_hash)',
  'CREATE INDEX session_proofs_signee ON session_proofs (document_id, signee_id)',
  'CREATE INDEX session_proofs_remove_at ON session_proofs (remove_at)',
  `CREATE UNIQUE INDEX session_proofs_handover ON session_proofs ((facts #>> '{handover,hash}'))`,
  `CREATE TABLE kept_proofs (
    proof_id text COLLATE "C" PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL REFERENCES documents ON DELETE CASCADE,
    signee_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    kept_at timestamptz NOT NULL,
    content text NOT NULL
  )`,
  'CREATE INDEX kept_proofs_document ON kept_proofs (document_id)',
];

/**
 * A webhook ends with the last grant of its user to the program that made it. The lock lets the later of two
 * grants that end at once see the end of the other. Webhooks are locked before their deliveries, as by what
 * records a delivery.
 */
const WEBHOOKS = [
  `CREATE TABLE webhooks (
    webhook_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    client_id text COLLATE "C",
    webhook_url text NOT NULL,
    name text NOT NULL,
    event_types jsonb NOT NULL,
    signing_secret text NOT NULL,
    created_at timestamptz NOT NULL,
    failing_since timestamptz,
    disabled_at timestamptz
  )`,
  'CREATE INDEX webhooks_account ON webhooks (account_id)',
  'CREATE INDEX webhooks_program ON webhooks (user_id, client_id) WHERE client_id IS NOT NULL',
  `CREATE TABLE webhook_deliveries (
    delivery_id text COLLATE "C" PRIMARY KEY,
    webhook_id text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    event jsonb NOT NULL,
    status text COLLATE "C" NOT NULL,
    attempts integer NOT NULL,
    last_status integer,
    last_error text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (webhook_id, event_id)
  )`,
  'CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (created_at)',
  // Those that somebody may have to look at.
  `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, created_at)
    WHERE status IN ('pending', 'dead')`,
  `CREATE INDEX webhook_deliveries_page
    ON webhook_deliveries (webhook_id, created_at DESC, delivery_id DESC)`,
  `CREATE FUNCTION remove_webhooks_of_program() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM webhooks WHERE user_id = OLD.user_id AND client_id = OLD.client_id
        ORDER BY webhook_id FOR UPDATE;
      IF NOT FOUND THEN RETURN NULL; END IF;
      PERFORM FROM oauth_grants WHERE user_id = OLD.user_id AND client_id = OLD.client_id;
      IF FOUND THEN RETURN NULL; END IF;
      DELETE FROM webhook_deliveries WHERE webhook_id IN
        (SELECT webhook_id FROM webhooks WHERE user_id = OLD.user_id AND client_id = OLD.client_id);
      DELETE FROM webhooks WHERE user_id = OLD.user_id AND client_id = OLD.client_id;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER grants_end_webhooks AFTER DELETE ON oauth_grants
    FOR EACH ROW EXECUTE FUNCTION remove_webhooks_of_program()`,
];

const SERVICE = [
  `CREATE TABLE messages (
    position bigint GENERATED ALWAYS AS IDENTITY,
    message_id text COLLATE "C" PRIMARY KEY,
    channel text COLLATE "C" NOT NULL,
    recipient text NOT NULL,
    content text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX messages_recipient ON messages (recipient, position)',
  // A retry looks here, so that it does not repeat a message.
  `CREATE TABLE message_attempts (
    message_id text COLLATE "C" PRIMARY KEY,
    started_at timestamptz NOT NULL,
    is_sent boolean NOT NULL
  )`,
  // The work of a key may be committed with or without an answer.
  `CREATE TABLE idempotency_keys (
    user_id text COLLATE "C" NOT NULL,
    route text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    request_hash text NOT NULL,
    claim_id text COLLATE "C" NOT NULL UNIQUE,
    runs_until timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    is_committed boolean NOT NULL DEFAULT false,
    status integer,
    headers text NOT NULL DEFAULT '{}',
    body text,
    PRIMARY KEY (user_id, route, key)
  )`,
  'CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at)',
  // An unlogged table has fast commits and is lost in a crash. Free space in its pages keeps updates out of the index.
  `CREATE UNLOGGED TABLE rate_counts (
    key text COLLATE "C" PRIMARY KEY,
    count integer NOT NULL,
    resets_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`,
  `CREATE TABLE settings (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
  )`,
];

/**
 * Ids are text in byte order, for the same order under every collation. Few tables have foreign keys: documents
 * outlive what they refer to.
 */
export const STATEMENTS = [
  EXTENSIONS,
  PEOPLE,
  SINGLE_SIGN_ON,
  PROGRAMS,
  DOCUMENTS,
  AUDIT_TRAIL,
  SIGNING,
  WEBHOOKS,
  SERVICE,
].flat();

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
