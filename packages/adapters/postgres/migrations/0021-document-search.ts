import { type Kysely, sql } from 'kysely';

/** Every later change of a document writes it anew. */
const SEARCH_TEXT = `lower(concat_ws(E'\\n',
  name,
  (SELECT string_agg(concat_ws(E'\\n', signee ->> 'fullName', signee ->> 'emailAddress', signee ->> 'phoneNumber'), E'\\n')
    FROM jsonb_array_elements(state -> 'signees') AS signee),
  (SELECT string_agg(value, E'\\n') FROM jsonb_each_text(state -> 'metadata')),
  (SELECT string_agg(field ->> 'value', E'\\n')
    FROM (SELECT jsonb_path_query(state, '$.fields[*]') AS field
      UNION ALL SELECT jsonb_path_query(state, '$.signees[*].signature.values[*]')) AS fields
    WHERE field ->> 'name' LIKE '%svc-search-%')
))`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE documents ADD COLUMN search_text text NOT NULL DEFAULT ''`.execute(db);
  await sql.raw(`UPDATE documents SET search_text = ${SEARCH_TEXT} WHERE status <> 'deleted'`).execute(db);
  await sql`CREATE INDEX documents_external_id ON documents (account_id, (state ->> 'externalId'))
    WHERE state ->> 'externalId' IS NOT NULL`.execute(db);
  await sql`CREATE INDEX documents_of_status ON documents (account_id, status, created_at DESC, document_id DESC)`.execute(
    db,
  );
}
