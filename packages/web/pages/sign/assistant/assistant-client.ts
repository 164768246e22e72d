import type { Immutable } from '@countersign/base';
import type { AssistantAnswer, AssistantFacts } from '@countersign/signing';
import { notUnderstood, refusalOf, requestJson, unreachable } from '../../requests/request-json.ts';

export type Answer = Immutable<Omit<AssistantAnswer, 'answerId'>>;
export type Quote = Answer['quotes'][number];
type Sentence = Answer['sentences'][number];
type Facts = Immutable<AssistantFacts>['facts'];

interface QuestionBody {
  readonly question: string;
  readonly language: string;
}

export interface AssistantClient {
  /** Calls `onPart` with what there is of the answer so far, and resolves with all of it. */
  ask(body: QuestionBody, onPart: (part: Partial<Answer>) => void): Promise<Answer>;
  listFacts(): Promise<Facts>;
}

/** [D11-06] The service allows as many questions only, and says from when on there may be more. */
export class QuestionsLimited extends Error {
  readonly until: Date;

  constructor(until: Date) {
    super(`No question is answered before ${until.toISOString()}.`);
    this.name = 'QuestionsLimited';
    this.until = until;
  }
}

/** Milliseconds. The service gives its own answer if a model has not answered after 60 s [D11-08]. */
const ANSWER_TIMEOUT = 75_000;
/** Seconds, if the service does not say. */
const DEFAULT_RETRY_AFTER = 60;

/** `pagePath` is `/sign/:token`. Methods reject with `WebError` or `QuestionsLimited`. */
export function createAssistantClient(pagePath: string, send: typeof fetch): AssistantClient {
  const base = `${pagePath}/assistant`;
  return {
    ask: async (body, onPart) => {
      const response = await reach(send, `${base}/questions`, body);
      if (response.status === 429) throw new QuestionsLimited(retryMoment(response.headers));
      if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined));
      return readAnswer(response, onPart);
    },
    listFacts: async () => {
      const { facts } = (await requestJson(send, `${base}/facts`)) as { facts: Facts };
      return facts;
    },
  };
}

async function reach(send: typeof fetch, url: string, body: QuestionBody): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream, application/json;q=0.5' };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT);
  try {
    return await send(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  } catch (cause) {
    throw unreachable(cause);
  }
}

function retryMoment(headers: Headers): Date {
  const seconds = Number(headers.get('retry-after')) || DEFAULT_RETRY_AFTER;
  return new Date(Date.now() + seconds * 1000);
}

async function readAnswer(response: Response, onPart: (part: Partial<Answer>) => void): Promise<Answer> {
  try {
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('text/event-stream')) return (await response.json()) as Answer;
    const sentences: Sentence[] = [];
    for await (const { event, data } of readEvents(response)) {
      if (event === 'quotes') onPart({ quotes: JSON.parse(data) as readonly Quote[] });
      if (event === 'sentence') {
        sentences.push(JSON.parse(data) as Sentence);
        onPart({ sentences: [...sentences] });
      }
      if (event === 'done') return JSON.parse(data) as Answer;
    }
  } catch (cause) {
    throw notUnderstood(response.status, cause);
  }
  // The connection or the service has ended before the answer.
  throw notUnderstood(response.status);
}

interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Yields the events of the body (HTML standard, 9.2.6). */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  while (reader !== undefined) {
    const { done, value = '' } = await reader.read();
    // A break that is cut in two would count as two.
    const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks.map(parseEvent);
    if (done) return;
  }
}

function parseEvent(block: string): StreamEvent {
  const lines = block.split('\n').map((line) => /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []);
  const valuesOf = (name: string) =>
    lines.flatMap(([, field, value = '']) => (field === name ? [value] : []));
  return { event: valuesOf('event').at(-1) ?? 'message', data: valuesOf('data').join('\n') };
}
