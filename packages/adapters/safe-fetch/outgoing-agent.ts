import type { Agent, Dispatcher } from 'undici';

type Undici = typeof import('undici');
type RequestOptions = Partial<
  Pick<Dispatcher.RequestOptions<null>, 'method' | 'headers' | 'body' | 'signal'>
>;

/** Beforehand, so that loading is not part of a request's time. */
export const loadUndici = () => import('undici');

/** Loaded at the first request: it takes 12 MB of memory. */
export class OutgoingAgent {
  readonly #options: Agent.Options;
  #opened: Promise<{ readonly agent: Agent; readonly request: Undici['request'] }> | undefined;

  constructor(options: Agent.Options) {
    this.#options = options;
  }

  async request(url: string | URL, options: RequestOptions): Promise<Dispatcher.ResponseData> {
    this.#opened ??= this.#open().catch((error) => {
      // After a moment without memory or file handles.
      this.#opened = undefined;
      throw error;
    });
    const { agent, request } = await this.#opened;
    return request(url, { ...options, dispatcher: agent });
  }

  async close(): Promise<void> {
    await (await this.#opened)?.agent.close();
  }

  async #open() {
    const { Agent, request } = await loadUndici();
    return { agent: new Agent(this.#options), request };
  }
}
