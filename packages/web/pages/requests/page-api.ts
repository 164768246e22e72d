import type { Language } from '@countersign/base/locale';
import { WebError } from '../../errors.ts';
import { notUnderstood, RequestRefused, refusalOf, requestAnswer, unreachable } from './request-json.ts';

/** Other sites cannot send the header without CORS. */
const PAGE_HEADER = { 'countersign-page': '1' };

/** Changes depend on the entity tag (RFC 9110). */
export interface Tagged<T> {
  readonly body: T;
  readonly etag: string;
}

/** Every method rejects with `WebError`. */
export interface PageApi {
  get<T>(path: string): Promise<T>;
  /** Resolves with null if the answer is still that of `etag`. */
  getFresh<T>(path: string, etag: string | null): Promise<Tagged<T> | null>;
  /** `member` names the items in each page. */
  getAll<T>(path: string, member: string): Promise<readonly T[]>;
  getTagged<T>(path: string): Promise<Tagged<T>>;
  post<T>(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<T>;
  put<T>(path: string, body?: object): Promise<T>;
  patch<T>(path: string, body: object): Promise<T>;
  /** The service refuses with 412 if the tag is another. */
  patchTagged<T>(path: string, body: object, etag: string): Promise<Tagged<T>>;
  putTagged<T>(path: string, body: object, etag: string): Promise<Tagged<T>>;
  delete(path: string): Promise<void>;
  /** `onProgress` gets the share that was sent. */
  upload<T>(path: string, form: FormData, onProgress?: (share: number) => void): Promise<T>;
  /** Loads files. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

interface PageApiOptions {
  /** Errors are in this language. */
  readonly language: () => Language;
  readonly onSignedOut?: (() => void) | undefined;
  readonly send: typeof fetch;
}

/** The service accepts no larger page. */
const PAGE_SIZE = 50;

/** `path` begins with /v1. */
export function createPageApi({ language, onSignedOut, send }: PageApiOptions): PageApi {
  const headers = () => ({ ...PAGE_HEADER, 'accept-language': language() });
  const watch = (error: unknown): never => {
    if (error instanceof RequestRefused && error.status === 401) onSignedOut?.();
    throw error;
  };
  const requestTagged = async (
    method: string,
    path: string,
    body?: object,
    further: Readonly<Record<string, string>> = {},
  ): Promise<Tagged<unknown>> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await requestAnswer(send, path, {
      method,
      headers: { ...headers(), ...type, ...further },
      cache: 'no-store',
      body: body === undefined ? null : JSON.stringify(body),
    }).catch(watch);
    return { body: answer.body, etag: answer.headers.get('etag') ?? '' };
  };
  const request = async (
    method: string,
    path: string,
    body?: object,
    further?: Readonly<Record<string, string>>,
  ): Promise<unknown> => (await requestTagged(method, path, body, further)).body;
  return {
    get: (path) => request('GET', path) as Promise<never>,
    getFresh: async (path, etag) => {
      const condition = etag === null ? {} : { 'if-none-match': etag };
      const answer = await requestTagged('GET', path, undefined, condition);
      return answer.body === undefined ? null : (answer as never);
    },
    getTagged: (path) => requestTagged('GET', path) as Promise<never>,
    post: (path, body, further) => request('POST', path, body, further) as Promise<never>,
    put: (path, body) => request('PUT', path, body) as Promise<never>,
    patch: (path, body) => request('PATCH', path, body) as Promise<never>,
    patchTagged: (path, body, etag) =>
      requestTagged('PATCH', path, body, { 'if-match': etag }) as Promise<never>,
    putTagged: (path, body, etag) => requestTagged('PUT', path, body, { 'if-match': etag }) as Promise<never>,
    delete: async (path) => void (await request('DELETE', path)),
    getAll: (path, member) => readPages((address) => request('GET', address), path, member),
    upload: (path, form, onProgress) =>
      sendForm(path, form, { headers: headers(), onProgress }).catch(watch) as Promise<never>,
    fetch: (path, init = {}) =>
      send(path, { ...init, headers: { ...headers(), ...(init.headers as Record<string, string>) } }),
  };
}

async function readPages<T>(
  get: (path: string) => Promise<unknown>,
  path: string,
  member: string,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const mark = path.includes('?') ? '&' : '?';
    const page: Record<string, unknown> = Object(
      await get(`${path}${mark}limit=${PAGE_SIZE}&offset=${offset}`),
    );
    const part = page[member];
    if (!Array.isArray(part)) throw notUnderstood(200);
    items.push(...part);
    offset = typeof page.nextOffset === 'number' ? page.nextOffset : null;
  }
  return items;
}

interface FormOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly onProgress: ((share: number) => void) | undefined;
}

/** fetch does not report the progress of an upload. */
function sendForm(path: string, form: FormData, { headers, onProgress }: FormOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'text';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(unreachable());
    request.onload = () => {
      const answer = parseAnswer(request.responseText);
      if (answer instanceof WebError) return reject(request.status >= 500 ? unreachable() : answer);
      if (request.status >= 400) return reject(refusalOf(request.status, answer));
      resolve(answer);
    };
    request.send(form);
  });
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return notUnderstood(0, cause);
  }
}
