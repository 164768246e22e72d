/** `npm run demo`: sends, signs and verifies a document in the terminal. */
import { mkdirSync, openAsBlob, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inlineToolkit } from '@countersign/toolkit';
import { ApiClient } from './api-client.ts';
import { drawInk } from './draw-ink.ts';
import { findService } from './find-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const CONTRACT = join(import.meta.dirname, '../../../fixtures/pdf/forms/contract.pdf');
const OUTPUT_FOLDER = resolve('demo-output');
const SIGNEE = { fullName: 'Łukasz Żółć', emailAddress: 'lukasz@example.com' };
/** This is the timeout of each step. */
const PATIENCE_MS = 30_000;
const POLL_MS = 200;

let step = 0;
function print(line: string): void {
  step += 1;
  console.log(`${String(step).padStart(2)}. ${line}`);
}

async function main(): Promise<void> {
  const service = await findService((line) => console.log(line));
  console.log(`The demo uses ${service.description}.`);
  const receiver = await startWebhookReceiver();
  try {
    await runJourney(new ApiClient(service.baseUrl), service.apiKey, receiver);
  } finally {
    receiver.close();
    await service.stop();
  }
}

async function runJourney(client: ApiClient, apiKey: string, receiver: WebhookReceiver): Promise<void> {
  await client.authorize(apiKey);
  print('Exchanged the API key for a token that lasts an hour');
  await subscribe(client, receiver);
  const fileId = await uploadContract(client);
  await readFields(client, fileId);
  const documentId = await sendDocument(client, fileId);
  await signAsSignee(client, await readInvitation(client));
  await waitFor('the sealed file', async () => {
    const { status } = await client.get<{ status: string }>(`/v1/docs/${documentId}`);
    return status === 'completed' ? status : null;
  });
  print('Everybody has signed: the document is sealed and completed');
  await reportWebhooks(receiver);
  await downloadAndVerify(client, documentId);
}

async function subscribe(client: ApiClient, receiver: WebhookReceiver): Promise<void> {
  const eventTypes = ['document.created', 'document.opened', 'document.signed', 'document.completed'];
  const body = { webhookUrl: receiver.url, name: 'Demo', eventTypes };
  const { signingSecret } = await client.post<{ signingSecret: string }>('/v1/webhooks', body);
  receiver.useSecret(signingSecret);
  print(`Registered a webhook at ${receiver.url}`);
}

async function uploadContract(client: ApiClient): Promise<string> {
  const file = await openAsBlob(CONTRACT);
  const { fileId } = await client.upload<{ fileId: string }>('/v1/files', file, 'contract.pdf');
  print(`Uploaded contract.pdf (${file.size} bytes): file ${fileId}`);
  return fileId;
}

async function readFields(client: ApiClient, fileId: string): Promise<void> {
  const fields = await client.get<{ label: string; type: string }[]>(`/v1/files/${fileId}/fields`);
  const list = fields.map((field) => `${field.label} (${field.type})`).join(', ');
  print(`Read its ${fields.length} form fields: ${list}`);
}

async function sendDocument(client: ApiClient, fileId: string): Promise<string> {
  const { documentId } = await client.post<{ documentId: string }>('/v1/docs', {
    fileId,
    name: 'Contract of the demo',
    signeeDetails: [
      { ...SIGNEE, signaturePlacement: 'existing', signatureBox: { page: 0, x: 300, y: 700, scale: 1 } },
    ],
  });
  print(`Sent it to ${SIGNEE.fullName} for signing: document ${documentId}`);
  return documentId;
}

/** The newest message to the signee has the link. */
async function readInvitation(client: ApiClient): Promise<string> {
  const to = encodeURIComponent(SIGNEE.emailAddress);
  const link = await waitFor('the invitation', async () => {
    const [message] = await client.get<{ text: string }[]>(`/outbox/messages?to=${to}`);
    return /\/sign\/[\w-]+/.exec(message?.text ?? '')?.[0] ?? null;
  });
  print(`The invitation is in the outbox: ${client.baseUrl}${link}`);
  return link;
}

async function signAsSignee(client: ApiClient, link: string): Promise<void> {
  const view = await client.get<{ fields: { name: string; required: boolean }[] }>(`${link}/session`);
  print(`${SIGNEE.fullName} opens it`);
  const required = view.fields.filter((field) => field.required);
  const values = required.map(({ name }) => ({ name, value: SIGNEE.fullName }));
  const png = (await drawInk()).toString('base64');
  await client.post(`${link}/signature`, { ink: { kind: 'drawn', png }, values, consent: true });
  print(`${SIGNEE.fullName} fills ${required.length} required field(s) and signs`);
}

async function reportWebhooks(receiver: WebhookReceiver): Promise<void> {
  await waitFor('document.completed at the webhook', async () =>
    receiver.received.some(({ type }) => type === 'document.completed') ? true : null,
  );
  const received = receiver.received.map(({ type, isAuthentic }) =>
    isAuthentic ? type : `${type} (WRONG SIGNATURE)`,
  );
  print(`The webhook received, and checked the signatures of: ${received.join(', ')}`);
}

async function downloadAndVerify(client: ApiClient, documentId: string): Promise<void> {
  const bytes = await client.download(`/v1/docs/${documentId}/signed-file`);
  mkdirSync(OUTPUT_FOLDER, { recursive: true });
  const path = join(OUTPUT_FOLDER, `${documentId}.pdf`);
  writeFileSync(path, bytes);
  print(`Downloaded the sealed PDF (${bytes.length} bytes)`);
  await using toolkit = inlineToolkit();
  const { state, signatures } = await toolkit.verify({ input: path });
  console.log(`\nSealed PDF: ${path}`);
  for (const signature of signatures) console.log(describeSignature(signature));
  if (state !== 'intact') process.exitCode = 1;
}

function describeSignature(signature: {
  readonly valid: boolean;
  readonly coversWholeDocument: boolean;
  readonly signerName: string;
  readonly subFilter: string;
  readonly signedAt: string | null;
  readonly problems: readonly { readonly message: string }[];
}): string {
  return [
    `Signature:  ${signature.valid ? 'valid' : 'NOT VALID'}`,
    `Covers:     ${signature.coversWholeDocument ? 'the whole document' : 'NOT the whole document'}`,
    `Signer:     ${signature.signerName}`,
    `Format:     ${signature.subFilter}`,
    `Signed at:  ${signature.signedAt}`,
    ...signature.problems.map(({ message }) => `Problem:    ${message}`),
  ].join('\n');
}

async function waitFor<T>(what: string, poll: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = await poll();
    if (found !== null) return found;
    await wait(POLL_MS);
  }
  throw new Error(`${what}: timed out after ${PATIENCE_MS / 1000} s`);
}

try {
  await main();
} catch (error) {
  console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
