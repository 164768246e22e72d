import type { Kysely } from 'kysely';
import { AdapterError } from '../errors.ts';
import type { SecretBox } from './secret-box.ts';
import type { Tables } from './tables.ts';

const SETTING = 'encryption_key_check';

/** The first opening stores an encrypted word. Throws `encryption_key_wrong`. */
export async function verifyEncryptionKey(db: Kysely<Tables>, secrets: SecretBox): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  if (row === undefined) return leaveWord(db, secrets);
  try {
    secrets.open(row.value, SETTING);
  } catch (cause) {
    throw new AdapterError('encryption_key_wrong', {}, { cause });
  }
}

async function leaveWord(db: Kysely<Tables>, secrets: SecretBox): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: SETTING, value: secrets.seal(SETTING, SETTING) })
    .execute();
}
