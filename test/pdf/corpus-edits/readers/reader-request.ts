import { MAX_MESSAGES, type Picture } from './reader.ts';

export interface ReaderRequest {
  readonly path: string;
  readonly pages: readonly number[];
}

export interface ReaderAnswer {
  readonly pageCount?: number;
  readonly pictures: readonly (readonly [page: number, picture: Picture])[];
  readonly messages: readonly string[];
  readonly fault?: string;
}

export interface OpenDocument {
  /** Left out if the library does not report it. */
  readonly pageCount?: number;
  draw(page: number): Picture | Promise<Picture>;
  close(): void | Promise<void>;
}

type Open = (path: string) => OpenDocument | Promise<OpenDocument>;

/** Messages of the current request: both libraries report to one listener. */
let messages: string[] = [];

export function noteMessage(message: string): void {
  if (messages.length < MAX_MESSAGES) messages.push(message);
}

/** Reports ready and handles requests sequentially until the parent disconnects. */
export function answerRequests(open: Open): void {
  process.on('message', async (request: ReaderRequest) => {
    messages = [];
    const answer = await read(open, request);
    process.send?.(answer);
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

async function read(open: Open, { path, pages }: ReaderRequest): Promise<ReaderAnswer> {
  const pictures: [number, Picture][] = [];
  let count: Pick<ReaderAnswer, 'pageCount'> = {};
  try {
    const document = await open(path);
    if (document.pageCount !== undefined) count = { pageCount: document.pageCount };
    for (const page of pages) pictures.push([page, await document.draw(page)]);
    await document.close();
    return { ...count, pictures, messages };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { ...count, pictures, messages, fault };
  }
}
