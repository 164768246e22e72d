import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import type { Answer, ApiClient } from './api-client.ts';

/** Milliseconds until a missing event fails the test. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 50;

export async function uploadFixture(client: ApiClient, name = 'forms/contract.pdf'): Promise<string> {
  const { body } = await client.upload<{ fileId: string }>(fixturePath(name));
  return body.fileId;
}

/** A body for POST /v1/docs; `changes` replace members. */
export function documentBody(fileId: string, changes: Record<string, unknown> = {}) {
  return {
    fileId,
    name: 'Contract',
    signeeDetails: [
      { fullName: 'Ada Łovelace', emailAddress: 'ada@example.com', signaturePlacement: 'new_page' },
    ],
    ...changes,
  };
}

/** Finds the path of the signing link in the newest message to that person. */
export async function readInvitation(client: ApiClient, to: string): Promise<string> {
  return waitFor(`an invitation to ${to}`, async () => {
    const { body } = await client.get<{ text: string }[]>(`/outbox/messages?to=${encodeURIComponent(to)}`);
    return /\/sign\/[\w-]+/.exec(body[0]?.text ?? '')?.[0] ?? null;
  });
}

export async function signByHand(client: ApiClient, link: string, values?: unknown): Promise<Answer> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><path d="M10 60 Q80 0 150 60 T290 40" fill="none" stroke="#00f" stroke-width="6"/></svg>';
  const png = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  const given = values ?? [{ name: 'fullName|svc-input-fullname', value: 'Ada Łovelace' }];
  return client.post(`${link}/signature`, { ink: { kind: 'drawn', png }, values: given, consent: true });
}

interface DocumentAnswer {
  readonly status: string;
  readonly completedAt: string | null;
  readonly signeeDetails: readonly { readonly signeeId: string; readonly signatureStatus: string }[];
  readonly errorMessage?: string;
}

export function waitForStatus(
  client: ApiClient,
  documentId: string,
  status: string,
  patienceMs = PATIENCE_MS,
) {
  return waitFor(
    `status ${status}`,
    async () => {
      const answer = await client.get<DocumentAnswer>(`/v1/docs/${documentId}`);
      if (answer.body.status === 'error' && status !== 'error') throw new Error(answer.body.errorMessage);
      return answer.body.status === status ? answer : null;
    },
    patienceMs,
  );
}

export async function waitFor<T>(
  what: string,
  look: () => Promise<T | null>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== null) return found;
    await wait(LOOK_MS);
  }
  throw new Error(`timed out after ${patienceMs} ms waiting for ${what}`);
}

export async function signOne(
  client: ApiClient,
  changes: Record<string, unknown> = {},
): Promise<[documentId: string, sealed: Buffer]> {
  const emailAddress = `${randomUUID()}@example.com`;
  const signeeDetails = [{ fullName: 'Ada Łovelace', emailAddress, signaturePlacement: 'new_page' }];
  const body = documentBody(await uploadFixture(client), { signeeDetails, ...changes });
  const created = await client.post<{ documentId: string }>('/v1/docs', body);
  const { documentId } = created.body;
  const link = await readInvitation(client, emailAddress);
  await client.anonymous.get(`${link}/session`);
  await signByHand(client.anonymous, link);
  await waitForStatus(client, documentId, 'completed');
  return [documentId, (await client.anonymous.get(`${link}/sealed.pdf`)).bytes];
}
