import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** A JSON body as the test expects it; null for others. */
  readonly body: T;
  readonly bytes: Buffer;
}

export interface ApiClient {
  readonly baseUrl: string;
  get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  patch<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  delete<T>(path: string): Promise<Answer<T>>;
  /** Any method, with a JSON body. */
  send<T>(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  /** Any method, without a body. */
  bare<T>(method: string, path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  upload<T>(path: string, options?: UploadOptions): Promise<Answer<T>>;
  readonly anonymous: ApiClient;
}

interface UploadOptions {
  readonly errorLanguage?: string;
  /** Whether the file part precedes errorLanguage (default). */
  readonly fileFirst?: boolean;
  readonly fileName?: string;
  /** Defaults to an upload. */
  readonly to?: string;
}

interface ClientHooks {
  readonly headers?: () => Record<string, string>;
  readonly onAnswer?: (headers: Headers) => void;
}

/** An HTTP client of a running service; `token` may be empty. Does not follow redirects. */
export function createApiClient(
  baseUrl: string,
  token = '',
  { headers: ownHeaders, onAnswer }: ClientHooks = {},
): ApiClient {
  const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  const send = async <T>(path: string, init: RequestInit) => {
    const url = path.startsWith('http') ? path : baseUrl + path;
    const headers = { ...authorization, ...ownHeaders?.(), ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    onAnswer?.(response.headers);
    return readAnswer<T>(response);
  };
  return {
    baseUrl,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) => send(path, jsonRequest('POST', body, headers)),
    patch: (path, body, headers = {}) => send(path, jsonRequest('PATCH', body, headers)),
    put: (path, body, headers = {}) => send(path, jsonRequest('PUT', body, headers)),
    send: (method, path, body, headers = {}) => send(path, jsonRequest(method, body, headers)),
    delete: (path) => send(path, { method: 'DELETE' }),
    bare: (method, path, headers = {}) => send(path, { method, headers }),
    async upload(path, options = {}) {
      return send(options.to ?? '/v1/files', { method: 'POST', body: await buildForm(path, options) });
    },
    get anonymous() {
      return createApiClient(baseUrl);
    },
  };
}

/** A browser on a page of the service: it keeps the session cookie and sends what pages send. */
export interface BrowserClient extends ApiClient {
  /** The session cookie, `name=value`; null without one. */
  cookie(): string | null;
  setCookie(cookie: string | null): void;
}

export function createBrowser(
  baseUrl: string,
  session: 'countersign-session' | 'signing_session' = 'countersign-session',
): BrowserClient {
  let cookie: string | null = null;
  const client = createApiClient(baseUrl, '', {
    headers: () => ({ 'countersign-page': '1', ...(cookie === null ? {} : { cookie }) }),
    onAnswer: (headers) => {
      const [set = ''] = headers.getSetCookie().filter((line) => line.includes(`${session}=`));
      const [pair = ''] = set.split(';');
      if (pair !== '') cookie = pair.endsWith('=') ? null : pair;
    },
  });
  return {
    ...client,
    cookie: () => cookie,
    setCookie: (changed) => {
      cookie = changed;
    },
  };
}

/** Signs a person in; by default the owner of the tests. */
export async function signIn(
  baseUrl: string,
  emailAddress = 'owner@example.com',
  password = 'correct horse',
): Promise<BrowserClient> {
  const browser = createBrowser(baseUrl);
  const { status, body } = await browser.post('/v1/session', { emailAddress, password });
  if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`);
  return browser;
}

export async function authorize(baseUrl: string, apiKey: string, scope = 'read write'): Promise<ApiClient> {
  const { body } = await createApiClient(baseUrl).post<{ access_token: string }>('/v1/auth/token', {
    apiKey,
    scope,
  });
  return createApiClient(baseUrl, body.access_token);
}

function jsonRequest(method: string, body: unknown, headers: Record<string, string>): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function buildForm(
  path: string,
  { errorLanguage, fileFirst = true, fileName = basename(path) }: UploadOptions,
) {
  const form = new FormData();
  const addLanguage = () => errorLanguage !== undefined && form.append('errorLanguage', errorLanguage);
  if (!fileFirst) addLanguage();
  form.append('file', await openAsBlob(path), fileName);
  if (fileFirst) addLanguage();
  return form;
}

async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status, headers, bytes, body: (isJson ? JSON.parse(bytes.toString()) : null) as T };
}
