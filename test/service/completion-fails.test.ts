import type { AdapterDatabase } from '@countersign/adapters/postgres';
import { readAuditTrail } from '@countersign/signing';
import { afterEach, describe, expect, it } from 'vitest';
import { documentBody, readInvitation, signByHand, uploadFixture, waitFor } from './journey-steps.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

/** The lowest port; nothing listens there. */
const NO_AUTHORITY = 'http://127.0.0.1:1/tsa';
const PATIENCE_MS = 60_000;
const OWNER = 'owner@example.com';
const REASONS = {
  en: 'The document cannot be sealed: the key',
  sv: 'Det som krävs för att försegla dokumentet',
  es: 'No se pudo obtener lo necesario para sellar',
} as const;
type Language = keyof typeof REASONS;
const LANGUAGES = Object.keys(REASONS) as Language[];

describe.each(databaseKinds)('documents that cannot be sealed, on the $title database', ({ kind, skip }) => {
  let running: TestService | undefined;
  afterEach(() => running?.close());

  it.skipIf(skip)(
    '[D5-05] [D5-06] [D5-12] wait while it is tried, and then say in their languages what was missing; the owner is notified, the signee is not',
    async () => {
      running = await startService(kind, {
        SEAL_TIMESTAMP_URLS: NO_AUTHORITY,
        SEAL_LEVEL: 'B-T',
        SEAL_LEVEL_DEMAND: 'required',
      });
      const { client, service } = running;
      const documentIds: string[] = [];
      for (const language of LANGUAGES) documentIds.push(await signDocument(client, language));
      const trying = await Promise.all(documentIds.map((documentId) => readStatus(client, documentId)));
      expect(new Set(trying)).toEqual(new Set(['awaiting_signatures']));
      await waitFor(
        'every document to fail',
        async () => {
          await useUpRetries(service.database as AdapterDatabase);
          const found = await Promise.all(documentIds.map((documentId) => readStatus(client, documentId)));
          return found.every((status) => status === 'error') ? found : null;
        },
        PATIENCE_MS,
      );

      for (const [index, language] of LANGUAGES.entries())
        await expectFailed(running, documentIds[index] ?? '', language);
    },
    2 * PATIENCE_MS,
  );
});

async function signDocument(client: TestService['client'], language: Language): Promise<string> {
  const emailAddress = emailOf(language);
  const signeeDetails = [{ fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' }];
  const body = documentBody(await uploadFixture(client, 'plain/a4.pdf'), { language, signeeDetails });
  const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
  const link = await readInvitation(client, emailAddress);
  expect((await signByHand(client.anonymous, link, [])).status).toBe(200);
  return documentId;
}

const emailOf = (language: Language) => `ada-${language}@example.com`;

async function readStatus(client: TestService['client'], documentId: string): Promise<string> {
  return (await client.get<{ status: string }>(`/v1/docs/${documentId}`)).body.status;
}

async function expectFailed(running: TestService, documentId: string, language: Language): Promise<void> {
  const { client, service } = running;
  const reason = REASONS[language];
  const { body } = await client.get(`/v1/docs/${documentId}`);
  expect(body).toMatchObject({ completedAt: null, errorMessage: expect.stringContaining(reason) });
  expect((await client.get(`/v1/docs/${documentId}/signed-file`)).status).toBe(403);
  await waitFor('a letter to the owner', async () => {
    const letters = await listMessages(running, OWNER);
    return letters.find(({ text }) => text.includes(reason)) ?? null;
  });
  // Only the invitation.
  expect(await listMessages(running, emailOf(language))).toHaveLength(1);
  const subject = { kind: 'document', id: documentId } as const;
  const { entries } = await readAuditTrail(service.database.read, subject);
  expect(entries.at(-1)).toMatchObject({ type: 'document.failed' });
  expect(entries.map(({ type }) => type)).not.toContain('document.completed');
}

async function listMessages({ client }: TestService, to: string): Promise<readonly { text: string }[]> {
  return (await client.get<{ text: string }[]>(`/outbox/messages?to=${encodeURIComponent(to)}`)).body;
}

/** Makes waiting retries the last ones, and due now. */
async function useUpRetries({ engine }: AdapterDatabase): Promise<void> {
  await engine.execute(
    `UPDATE ${engine.jobsSchema}.job SET retry_count = retry_limit, start_after = now()
      WHERE state = 'retry' AND name = 'complete-document'`,
  );
}
