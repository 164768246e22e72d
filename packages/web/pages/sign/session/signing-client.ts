import type { Language } from '@countersign/base/locale';
import type { FieldValue, SigningView, VisitorView } from '@countersign/signing';
import { notUnderstood, requestAnswer, requestJson } from '../../requests/request-json.ts';
import type { InkChoice, TypedInk } from '../ink/ink-choice.ts';
import type { ProofClient } from '../proofs/proof-client.ts';

interface Translated {
  /** Errors are in the page's language. */
  readonly errorLanguage: Language;
}

export interface SignatureBody extends Translated {
  /** A signee without a name types one. */
  readonly fullName?: string | undefined;
  /** Methods with ink have it. */
  readonly ink?: InkChoice | undefined;
  /** Documents with boxes for initials have them. */
  readonly initials?: InkChoice | undefined;
  readonly values: readonly FieldValue[];
  readonly consent: true;
  /** The text is the one that was shown. */
  readonly consentText: string;
  /** The version is that of the view. */
  readonly fileVersion?: string | undefined;
  readonly shownName: string;
}

interface VisitBody extends Translated {
  readonly fullName: string;
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

/** Every method rejects with `WebError`. */
export interface SigningClient {
  /** The text of a page of the document, whose number is added to the query. */
  textUrl(view: SigningView): string;
  /** A picture of the first page of the document. */
  pictureUrl(view: SigningView): string;
  /** The document has the fields and pages of the view. */
  documentUrl(view: SigningView): string;
  readonly sealedUrl: string;
  /** Requests have the session. */
  readonly send: typeof fetch;
  /** The file of a public link. */
  readonly fileUrl: string;
  /** Resolves with a `VisitorView` for a public link, and with the same object as before if nothing has changed. */
  loadSession(): Promise<SigningView | VisitorView>;
  /** Sends the code, and resolves with the address of the visitor's page. */
  beginVisit(body: VisitBody, language: Language): Promise<string>;
  sendCode(errorLanguage: Language): Promise<SigningView>;
  checkCode(body: Translated & { readonly code: string }): Promise<SigningView>;
  sign(body: SignatureBody): Promise<SigningView>;
  decline(body: Translated & { readonly reason: string }): Promise<SigningView>;
  /** The client of proofs is loaded with the first dialog. */
  loadProofs(errorLanguage: Language, onStale?: () => void): Promise<ProofClient>;
}

/** `pagePath` is `/sign/:token`. */
export function createSigningClient(pagePath: string, send: typeof fetch): SigningClient {
  const base = pagePath.replace(/\/+$/, '');
  const post = (path: string, body: object) =>
    request(send, `${base}/${path}`, jsonPost(body), isSigningView);
  return {
    documentUrl: ({ fileVersion }) =>
      `${base}/document.pdf${fileVersion === null ? '' : `?version=${fileVersion}`}`,
    textUrl: ({ fileVersion }) => `${base}/text?version=${fileVersion ?? ''}`,
    pictureUrl: ({ fileVersion }) => `${base}/first-page.webp?version=${fileVersion ?? ''}`,
    sealedUrl: `${base}/sealed.pdf`,
    send,
    fileUrl: `${base}/document.pdf`,
    loadSession: createSessionLoader(send, `${base}/session`),
    sendCode: (language) => requestCode(send, base, language),
    beginVisit: async (body, language) => {
      const { signingUrl } = await request(send, `${base}/session`, jsonPost(body), isBegunVisit);
      // If it fails, the page at that address offers it again.
      await requestCode(send, new URL(signingUrl).pathname, language).catch(() => undefined);
      return signingUrl;
    },
    checkCode: (body) => post('code/check', body),
    sign: (body) =>
      post('signature', {
        ...body,
        ink: body.ink && inkBody(body.ink),
        initials: body.initials && inkBody(body.initials),
      }),
    decline: (body) => post('decline', body),
    loadProofs: async (language, onStale) => {
      const { createProofClient } = await import('../proofs/proof-client.ts');
      return createProofClient(base, send, language, onStale);
    },
  };
}

type InkBody = { readonly kind: 'drawn' | 'picture'; readonly png: string } | TypedInk;

/** The API takes plain base64. */
export function inkBody(ink: InkChoice): InkBody {
  if (ink.kind === 'typed') return ink;
  return { kind: ink.kind, png: ink.picture.slice(ink.picture.indexOf(',') + 1) };
}

function createSessionLoader(send: typeof fetch, url: string): SigningClient['loadSession'] {
  let known: { readonly etag: string; readonly view: SigningView | VisitorView } | null = null;
  return async () => {
    // Another load may end first.
    const sent = known;
    const conditions = sent === null ? {} : { headers: { 'if-none-match': sent.etag } };
    const { body, headers } = await requestAnswer(send, url, { cache: 'no-store', ...conditions });
    if (sent !== null && body === undefined) return sent.view;
    if (!isSession(body)) throw notUnderstood(200);
    const etag = headers.get('etag');
    known = etag === null ? null : { etag, view: body };
    return body;
  };
}

function jsonPost(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function requestCode(send: typeof fetch, base: string, language: Language): Promise<SigningView> {
  return request(send, `${base}/code?errorLanguage=${language}`, { method: 'POST' }, isSigningView);
}

async function request<Answer>(
  send: typeof fetch,
  url: string,
  init: RequestInit,
  isExpected: (answer: unknown) => answer is Answer,
): Promise<Answer> {
  const answer = await requestJson(send, url, init);
  if (!isExpected(answer)) throw notUnderstood(200);
  return answer;
}

function isSigningView(answer: unknown): answer is SigningView {
  return typeof answer === 'object' && answer !== null && 'documentId' in answer && 'signee' in answer;
}

function isSession(answer: unknown): answer is SigningView | VisitorView {
  return isSigningView(answer) || isVisitorView(answer);
}

export function isVisitorView(answer: unknown): answer is VisitorView {
  return typeof answer === 'object' && answer !== null && 'isFileShown' in answer;
}

function isBegunVisit(answer: unknown): answer is { readonly signingUrl: string } {
  const { signingUrl } = Object(answer) as Record<string, unknown>;
  return typeof signingUrl === 'string' && URL.canParse(signingUrl);
}
