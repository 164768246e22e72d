import { type Kysely, sql } from 'kysely';

/** Existing users are owners. */
const STATEMENTS = [
  `ALTER TABLE users ADD COLUMN role text COLLATE "C" NOT NULL DEFAULT 'owner'`,
  'ALTER TABLE users ALTER COLUMN role DROP DEFAULT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
