import { type Kysely, sql } from 'kysely';

/**
 * A webhook ends with the last grant of its user to the program that made it. The lock lets the later of two
 * grants that end at once see the end of the other. Webhooks are locked before their deliveries, as by what
 * records a delivery.
 */
const STATEMENTS = [
  'ALTER TABLE webhooks ADD COLUMN client_id text COLLATE "C"',
  'CREATE INDEX webhooks_program ON webhooks (user_id, client_id) WHERE client_id IS NOT NULL',
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

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
