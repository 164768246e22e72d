import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { pageText } from '@countersign/i18n';
import type { SigningView } from '@countersign/signing';
import { renderSigningPage, webDistDir } from '@countersign/web';
import { makeStubPdf, OTHER_BOX, OWN_BOX, STUB_FIELDS } from './stub-document.ts';

/** At least as strict as the policy of the real service. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface StubRefusal {
  readonly status: number;
  readonly errorCode: string;
  readonly message: string;
}

export interface StubReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection breaks after the body. */
  readonly breaks?: boolean;
}

/**
 * Serves the signing page with answers of the test's choice, for states that are hard to reach with the real service.
 */
export interface StubService {
  readonly url: string;
  view: SigningView;
  /** Replaces the session's view. */
  refusal: StubRefusal | null;
  /** Answers of the next signatures in order; later ones succeed. */
  signatureFaults: StubRefusal[];
  readonly signatures: Record<string, unknown>[];
  /** The text of each page. */
  texts: readonly (readonly { readonly text: string; readonly isHeading: boolean }[])[];
  /** Answers the requests of the assistant. `question` is null for the facts. */
  assist: (question: Record<string, unknown> | null) => StubReply | Promise<StubReply>;
  close(): Promise<void>;
}

export function stubView(change: Partial<SigningView> = {}): SigningView {
  return {
    documentId: '8f8e0d4e-0000-4000-8000-000000000001',
    documentName: 'Employment agreement',
    language: 'en',
    senderName: 'Maria Lind, Norrsken Bygg AB',
    personalMessage: 'Hello Anna! Here is the agreement we talked about. Call me if anything is unclear.',
    messagesToCome: ['completed'],
    consentText: pageText('en')('consent'),
    status: 'awaiting_signatures',
    signee: { signeeId: 'signee-1', fullName: 'Anna Ek', signatureStatus: 'awaiting_signature' },
    signees: [
      { fullName: 'Anna Ek', signatureStatus: 'awaiting_signature', isSelf: true },
      { fullName: 'Maria Lind', signatureStatus: 'signed', isSelf: false },
      { fullName: '', signatureStatus: 'awaiting_signature', isSelf: false },
    ],
    boxes: [OWN_BOX],
    otherBoxes: [OTHER_BOX],
    fields: STUB_FIELDS,
    offers: [],
    checks: [],
    hasInk: true,
    openTriggers: [],
    pages: 2,
    fileVersion: 'v1',
    canSign: true,
    ...change,
  };
}

export async function startStubService(port = 0): Promise<StubService> {
  const pdf = await makeStubPdf();
  const server = createServer((request, response) => {
    answer(stub, pdf, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stub: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    view: stubView(),
    refusal: null,
    signatureFaults: [],
    signatures: [],
    texts: [
      [
        { text: 'Employment agreement', isHeading: true },
        { text: 'The employment begins on the first working day.', isHeading: false },
      ],
      [],
    ],
    assist: () => ({ status: 404, body: '{}' }),
    close: () => close(server),
  };
  return stub;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

async function answer(
  stub: StubService,
  pdf: Uint8Array,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', stub.url);
  response.setHeader('content-security-policy', CONTENT_POLICY);
  response.setHeader('x-content-type-options', 'nosniff');
  if (path.startsWith('/assets/')) return sendAsset(path.slice('/assets/'.length), response);
  if (path.endsWith('/session')) return sendSession(stub, response);
  if (path.endsWith('/signature')) return takeSignature(stub, request, response);
  if (path.includes('/assistant/')) return sendAssistance(stub, request, response);
  if (path.endsWith('/text'))
    return sendJson(response, 200, { paragraphs: stub.texts[Number(searchParams.get('page'))] });
  if (path.endsWith('.pdf')) return send(response, 200, 'application/pdf', pdf);
  send(response, 200, 'text/html; charset=utf-8', renderSigningPage(stub.view.language));
}

async function sendAsset(name: string, response: ServerResponse): Promise<void> {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  try {
    send(response, 200, type, await readFile(join(webDistDir, normalize(`/${name}`))));
  } catch {
    send(response, 404, 'text/plain', 'not there');
  }
}

function sendSession(stub: StubService, response: ServerResponse): void {
  if (stub.refusal === null) sendJson(response, 200, stub.view);
  else refuse(response, stub.refusal);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

async function sendAssistance(stub: StubService, request: IncomingMessage, response: ServerResponse) {
  const question = request.method === 'POST' ? await readBody(request) : null;
  const { status = 200, headers = {}, body, breaks = false } = await stub.assist(question);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (breaks) {
    response.write(body);
    setTimeout(() => response.destroy(), 100);
  } else response.end(body);
}

async function takeSignature(stub: StubService, request: IncomingMessage, response: ServerResponse) {
  const body = await readBody(request);
  const fault = stub.signatureFaults.shift();
  if (fault !== undefined) return refuse(response, fault);
  stub.signatures.push(body);
  stub.view = {
    ...stub.view,
    signee: { ...stub.view.signee, signatureStatus: 'signed' },
    canSign: false,
    reason: 'already_signed',
  };
  sendJson(response, 200, stub.view);
}

function refuse(response: ServerResponse, { status, errorCode, message }: StubRefusal): void {
  sendJson(response, status, { success: false, code: status, errorCode, message });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, 'application/json', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
