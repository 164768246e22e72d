import type { AdapterDatabase } from '@countersign/adapters/postgres';
import { readAuditTrail } from '@countersign/signing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

/** Nobody listens there: the least port that there is. */
const NO_AUTHORITY = 'http://127.0.0.1:1/tsa';
const PATIENCE_MS = 60_000;
const EMAIL = 'ada@example.com';
const OWNER = 'owner@example.com';

describe.each(databaseKinds)('a document that cannot be sealed, on the $title database', ({ kind, skip }) => {
  let running: TestService | undefined;
  afterEach(() => running?.close());

  it.skipIf(skip).each([
    ['en', 'What it takes to seal the document'],
    ['sv', 'Det som krävs för att försegla dokumentet'],
    ['es', 'No se pudo obtener lo necesario para sellar'],
  ])(
    'waits while it is tried, and then says in %s what was missing; the owner is told, the signee is not',
    async (language, told) => {
      running = await startService(kind, {
        SEAL_TIMESTAMP_URLS: NO_AUTHORITY,
        SEAL_LEVEL: 'B-T',
        SEAL_LEVEL_DEMAND: 'required',
      });
      const { client, service } = running;
      const body = documentBody(await uploadFixture(client), { language });
      const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
      expect((await signByHand(client.anonymous, await readInvitation(client, EMAIL))).status).toBe(200);
      const database = service.database as AdapterDatabase;
      await waitFor('an attempt that failed', () => useUpRetries(database), PATIENCE_MS);

      const { body: failed } = await waitForStatus(client, documentId, 'error', PATIENCE_MS);
      expect(failed).toMatchObject({ completedAt: null, errorMessage: expect.stringContaining(told) });
      expect((await client.get(`/v1/docs/${documentId}/signed-file`)).status).toBe(403);
      const [letter] = await waitFor('a letter to the owner', async () => {
        const found = await listMessages(running as TestService, OWNER);
        return found.length > 0 ? found : null;
      });
      expect(letter?.text).toContain(told);
      // The invitation alone.
      expect(await listMessages(running, EMAIL)).toHaveLength(1);
      const subject = { kind: 'document', id: documentId } as const;
      const { entries } = await readAuditTrail(service.database.read, subject);
      expect(entries.at(-1)).toMatchObject({ type: 'document.failed' });
      expect(entries.map(({ type }) => type)).not.toContain('document.completed');
    },
    2 * PATIENCE_MS,
  );
});

async function listMessages({ client }: TestService, to: string): Promise<readonly { text: string }[]> {
  return (await client.get<{ text: string }[]>(`/outbox/messages?to=${encodeURIComponent(to)}`)).body;
}

/** The retry that waits becomes the last one, and is due: instead of two dozen with growing pauses. Null while none waits. */
async function useUpRetries({ engine }: AdapterDatabase): Promise<true | null> {
  const { rows } = await engine.execute(
    `UPDATE ${engine.jobsSchema}.job SET retry_count = retry_limit, start_after = now()
      WHERE state = 'retry' AND name = 'complete-document' RETURNING id`,
  );
  return rows.length > 0 ? true : null;
}
