import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobMissing, type BlobStore } from '@countersign/signing/ports';
import { SEALED_PREFIX, type SecretBox } from './encryption.ts';
import { signeeTokenPath } from './stores/document-store.ts';
import { bodyPath } from './stores/idempotency-store.ts';
import { contentPath as messagePath } from './stores/message-store.ts';
import { secretPath as totpPath } from './stores/person-store.ts';
import { contentPath, enteredPath, keptContentPath } from './stores/proof-store.ts';
import { tokenPath } from './stores/saved-store.ts';
import { secretPath as clientSecretPath, verifierPath } from './stores/sign-on-store.ts';
import { secretPath as webhookPath } from './stores/webhook-store.ts';
import type { Engine } from './transaction.ts';

/** Columns with one secret each, by the key of their row. Those in the state of documents and of saved items are below. */
const COLUMNS = [
  { table: 'people', key: 'person_id', column: 'totp_secret', pathOf: totpPath },
  { table: 'webhooks', key: 'webhook_id', column: 'signing_secret', pathOf: webhookPath },
  { table: 'messages', key: 'message_id', column: 'content', pathOf: messagePath },
  { table: 'session_proofs', key: 'proof_id', column: 'content', pathOf: contentPath },
  { table: 'session_proofs', key: 'proof_id', column: 'entered', pathOf: enteredPath },
  { table: 'kept_proofs', key: 'proof_id', column: 'content', pathOf: keptContentPath },
  { table: 'idempotency_keys', key: 'claim_id', column: 'body', pathOf: bodyPath },
  { table: 'sso_connections', key: 'connection_id', column: 'client_secret', pathOf: clientSecretPath },
  { table: 'sso_attempts', key: 'state_hash', column: 'code_verifier', pathOf: verifierPath },
  { table: 'settings', key: 'name', column: 'value', pathOf: (name: string) => name },
] as const;

const BATCH_ROWS = 200;
const READING = /"(reading-[A-Za-z0-9_-]+)"/g;

interface Row {
  readonly key: string;
  readonly value: string;
}

/**
 * Encrypts everything again that an older key encrypted, beside running nodes that have all the keys. An interrupted run is
 * begun again. Resolves with the number of changed rows. Throws `secret_damaged` for what no key opens.
 */
export async function renewSecrets(
  engine: Engine,
  secrets: SecretBox,
  blobs: Pick<BlobStore, 'read' | 'putStream' | 'remove'>,
): Promise<number> {
  const documents = { table: 'documents', key: 'document_id', column: 'state' };
  const saved = { table: 'saved_configurations', key: `kind || '/' || id`, column: 'state' };
  let renewed =
    (await renewRows(engine, documents, (row) => renewReadings(renewTokens(row, secrets), secrets, blobs))) +
    (await renewRows(engine, saved, (row) => renewReadings(renewToken(row, secrets), secrets, blobs)));
  // The word that a start checks is the last, so that the old key is needed until everything is renewed.
  for (const { pathOf, ...place } of COLUMNS)
    renewed += await renewRows(engine, place, async ({ key, value }) => ({
      state: secrets.renew(value, pathOf(key)) ?? value,
    }));
  return renewed;
}

interface Place {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

interface Change {
  readonly state: string;
  /** Runs once the row is stored, or given up because it changed. */
  readonly after?: (isStored: boolean) => Promise<void>;
}

/** Returns the number of changed rows. A row that somebody else changes meanwhile is read again. */
async function renewRows(
  { schema, execute }: Engine,
  { table, key, column }: Place,
  change: (row: Row) => Promise<Change>,
): Promise<number> {
  const isJson = column === 'state';
  const select = `SELECT ${key} AS key, ${column}${isJson ? '::text' : ''} AS value FROM ${schema}.${table}
    WHERE ${column} IS NOT NULL${isJson ? '' : ` AND ${column} LIKE '${SEALED_PREFIX}%'`}`;
  let [count, last] = [0, ''];
  for (;;) {
    const { rows } = await execute(`${select} AND ${key} > $1 ORDER BY 1 LIMIT ${BATCH_ROWS}`, [last]);
    const batch = rows as readonly Row[];
    for (let row of batch) {
      for (;;) {
        const { state, after } = await change(row);
        if (state === row.value) break;
        const { rows: stored } = await execute(
          `UPDATE ${schema}.${table} SET ${column} = $1${isJson ? '::jsonb' : ''}
            WHERE ${key} = $2 AND ${column} = $3${isJson ? '::jsonb' : ''} RETURNING 1`,
          [state, row.key, row.value],
        );
        const isStored = stored.length > 0;
        await after?.(isStored);
        if (isStored) count += 1;
        if (isStored) break;
        const { rows: again } = await execute(`${select} AND ${key} = $1`, [row.key]);
        if (again.length === 0) break;
        row = again[0] as Row;
      }
      last = row.key;
    }
    if (batch.length < BATCH_ROWS) return count;
  }
}

interface StoredSignees {
  readonly signees: {
    signeeId: string;
    token: string;
    recipientLinks?: { token: string; channel: string }[];
  }[];
}

/** Returns the same text if nothing changes, because the column is compared as a whole. */
function renewTokens({ key, value }: Row, secrets: SecretBox): string {
  const document: StoredSignees = JSON.parse(value);
  let isChanged = false;
  const renew = (link: { token: string }, path: string) => {
    const token = secrets.renew(link.token, path);
    if (token === null) return;
    link.token = token;
    isChanged = true;
  };
  for (const signee of document.signees) {
    const path = signeeTokenPath(key, signee.signeeId);
    renew(signee, path);
    for (const link of signee.recipientLinks ?? []) renew(link, `${path}/${link.channel}`);
  }
  return isChanged ? JSON.stringify(document) : value;
}

function renewToken({ key, value }: Row, secrets: SecretBox): string {
  const state: { token?: string } = JSON.parse(value);
  if (state.token === undefined) return value;
  const [kind = '', id = ''] = key.split('/');
  const token = secrets.renew(state.token, tokenPath(kind as Parameters<typeof tokenPath>[0], id));
  return token === null ? value : JSON.stringify({ ...state, token });
}

/** Files never change, so what was read of a document is stored under another id, and the old file is removed afterwards. */
async function renewReadings(
  state: string,
  secrets: SecretBox,
  blobs: Pick<BlobStore, 'read' | 'putStream' | 'remove'>,
): Promise<Change> {
  const replaced = new Map<string, string>();
  for (const [, blobId = ''] of state.matchAll(READING)) {
    const sealed = await readIfThere(blobs, blobId);
    if (sealed === null || replaced.has(blobId) || secrets.renewBytes(sealed, blobId) === null) continue;
    const next = `${blobId.replace(/-[^-]+-[^-]+-[^-]+-[^-]+-[^-]+$/, '')}-${randomUUID()}`;
    const content = secrets.sealBytes(secrets.openBytes(sealed, blobId), next);
    await blobs.putStream(next, Readable.from([content]), content.length);
    replaced.set(blobId, next);
  }
  let text = state;
  for (const [blobId, next] of replaced) text = text.replaceAll(`"${blobId}"`, `"${next}"`);
  return {
    state: text,
    async after(isStored) {
      for (const blobId of isStored ? replaced.keys() : replaced.values()) await blobs.remove(blobId);
    },
  };
}

async function readIfThere(blobs: Pick<BlobStore, 'read'>, blobId: string): Promise<Buffer | null> {
  try {
    return await buffer((await blobs.read(blobId)).stream);
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}
