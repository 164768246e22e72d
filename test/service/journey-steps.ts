import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { type Answer, type ApiClient, createBrowser } from './api-client.ts';

/** Milliseconds until a missing event fails the test. */
const PATIENCE_MS = 20_000;
/** The pause before the second look. They grow: each look takes milliseconds of the processor that the service needs. */
const FIRST_PAUSE_MS = 50;
const PAUSE_GROWTH = 1.5;
const MAX_PAUSE_MS = 500;

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

/** Sends a PDF to a new signee, who has an invitation then. `link` is the path of the signing link. */
export async function sendForSigning(
  client: ApiClient,
  pdf = fixturePath('forms/contract.pdf'),
): Promise<{ documentId: string; link: string }> {
  const { body: file } = await client.upload<{ fileId: string }>(pdf);
  const emailAddress = `${randomUUID()}@example.com`;
  const signeeDetails = [{ fullName: 'Ada Ek', emailAddress, signaturePlacement: 'new_page' }];
  const request = documentBody(file.fileId, { signeeDetails });
  const { body } = await client.post<{ documentId: string }>('/v1/docs', request);
  await waitForStatus(client, body.documentId, 'awaiting_signatures');
  return { documentId: body.documentId, link: await readInvitation(client, emailAddress) };
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
  let pauseMs = FIRST_PAUSE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== null) return found;
    await wait(pauseMs);
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, MAX_PAUSE_MS);
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

export interface Proof {
  readonly proofId: string;
  readonly status: string;
}

export async function startProof(browser: ApiClient, link: string, body: object): Promise<Proof> {
  const { status, body: proof } = await browser.post<Proof>(`${link}/proofs`, { input: {}, ...body });
  if (status !== 201) throw new Error(`a proof: ${status} ${JSON.stringify(proof)}`);
  return proof;
}

export interface SlowUpload {
  readonly request: ClientRequest;
  /** Rejects if the connection ends before. */
  readonly answer: Promise<{ readonly status: number; readonly errorCode?: string }>;
  finish(): SlowUpload['answer'];
}

/** Sends a file and leaves the form open: the server waits for its end until `finish`. */
export async function beginSlowUpload(
  url: string,
  headers: Readonly<Record<string, string>>,
  content: Buffer,
): Promise<SlowUpload> {
  const upload = request(url, {
    ...{ method: 'POST', agent: false },
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=xx' },
  });
  const answer: SlowUpload['answer'] = new Promise((resolve, reject) => {
    upload.once('error', reject).once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk)).once('error', reject);
      response.once('end', () =>
        resolve({ ...JSON.parse(Buffer.concat(chunks).toString()), status: response.statusCode ?? 0 }),
      );
    });
  });
  answer.catch(() => undefined);
  upload.write('--xx\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  await new Promise<void>((resolve) => {
    upload.once('error', () => resolve());
    upload.write(content, () => resolve());
  });
  return {
    ...{ request: upload, answer },
    finish() {
      upload.end('\r\n--xx--\r\n');
      return answer;
    },
  };
}

/** Of a signee whose identity document is to be scanned: where its pictures are sent. */
export async function startScan(
  client: ApiClient,
): Promise<{ readonly url: string; readonly headers: { readonly cookie: string } }> {
  const emailAddress = `${randomUUID()}@example.com`;
  const signee = { fullName: 'Ada Łovelace', emailAddress, signatureType: 'face_liveness' };
  const fileId = await uploadFixture(client, 'plain/a4.pdf');
  await client.post(
    '/v1/docs',
    documentBody(fileId, { signeeDetails: [{ ...signee, signaturePlacement: 'new_page' }] }),
  );
  const link = await readInvitation(client, emailAddress);
  const browser = createBrowser(client.baseUrl, 'signing_session');
  await browser.get(`${link}/session`);
  const { proofId } = await startProof(browser, link, { kind: 'id_scan' });
  const headers = { cookie: browser.cookie() ?? '' };
  return { url: `${browser.baseUrl}${link}/proofs/${proofId}/files`, headers };
}
