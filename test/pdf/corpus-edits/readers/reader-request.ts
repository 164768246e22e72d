import { MAX_MESSAGES, type Picture } from './reader.ts';

/** What a reader's process is asked. */
export interface ReaderRequest {
  readonly path: string;
  readonly pages: readonly number[];
}

/** What it answers. */
export interface ReaderAnswer {
  readonly pageCount?: number;
  readonly pictures: readonly (readonly [page: number, picture: Picture])[];
  /** Warnings of the library. */
  readonly messages: readonly string[];
  /** Why a page, or the file, was given up. */
  readonly fault?: string;
}

/** An open file of a library. */
export interface OpenDocument {
  /** Left out when the library does not tell. */
  readonly pageCount?: number;
  draw(page: number): Picture | Promise<Picture>;
  close(): void | Promise<void>;
}

type Open = (path: string) => OpenDocument | Promise<OpenDocument>;

/** Messages of the request under way: both libraries report them to one listener. */
let messages: string[] = [];

/** For the library's listener. */
export function noteMessage(message: string): void {
  if (messages.length < MAX_MESSAGES) messages.push(message);
}

/** Makes this process say that it is ready, and answer requests, one after the other, until its parent goes. */
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
