/** Throws with the service's message. */
export class ApiClient {
  readonly baseUrl: string;
  #token = '';

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  async authorize(apiKey: string): Promise<void> {
    const { access_token } = await this.post<{ access_token: string }>('/v1/auth/token', { apiKey });
    this.#token = access_token;
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#send<T>('POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  upload<T>(path: string, file: Blob, name: string): Promise<T> {
    const form = new FormData();
    form.append('file', file, name);
    return this.#send<T>('POST', path, form);
  }

  /** Follows redirects. */
  async download(path: string): Promise<Uint8Array> {
    const answer = await fetch(this.baseUrl + path, { headers: this.#headers() });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.bytes();
  }

  async #send<T>(
    method: string,
    path: string,
    body?: string | FormData,
    headers: Record<string, string> = {},
  ) {
    const init = { method, headers: { ...this.#headers(), ...headers }, ...(body && { body }) };
    const answer = await fetch(this.baseUrl + path, init);
    const json = (await answer.json()) as T & { message?: string };
    if (!answer.ok) throw new Error(`${method} ${path}: ${json.message}`);
    return json as T;
  }

  #headers(): Record<string, string> {
    return this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` };
  }
}
