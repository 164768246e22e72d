import { randomUUID } from 'node:crypto';
import { type ApiClient, type BrowserClient, createBrowser } from '../api-client.ts';
import { documentBody, readInvitation, waitForStatus } from '../journey-steps.ts';

export interface AssistantAnswer {
  readonly answerId: string;
  readonly sentences: readonly { readonly text: string; readonly quotes: readonly number[] }[];
  readonly quotes: readonly {
    readonly page: number;
    readonly text: string;
    readonly boxes: readonly object[];
  }[];
  readonly found: boolean;
  readonly errorCode?: string;
}

export interface AssistedDocument {
  readonly documentId: string;
  /** The path of the signing link. */
  readonly link: string;
  /** The browser has opened the link. */
  readonly browser: BrowserClient;
}

/** Sends a document with the assistant, and opens it as its signee. */
export async function sendAssisted(
  client: ApiClient,
  fileId: string,
  changes: Record<string, unknown> = {},
  signee: object = { signaturePlacement: 'new_page' },
): Promise<AssistedDocument> {
  const emailAddress = `${randomUUID()}@example.com`;
  const signeeDetails = [{ fullName: 'Ada Łovelace', emailAddress, ...signee }];
  const { status, body } = await client.post<{ documentId: string }>(
    '/v1/docs',
    documentBody(fileId, { signeeDetails, aiAssistant: { enabled: true }, ...changes }),
  );
  if (status !== 201) throw new Error(`document: ${status} ${JSON.stringify(body)}`);
  const { documentId } = body;
  await waitForStatus(client, documentId, 'awaiting_signatures');
  const link = await readInvitation(client, emailAddress);
  return { documentId, link, browser: await openLink(client, link) };
}

export async function openLink({ baseUrl }: ApiClient, link: string): Promise<BrowserClient> {
  const browser = createBrowser(baseUrl, 'signing_session');
  await browser.get(`${link}/session`);
  return browser;
}

export function ask(browser: ApiClient, link: string, question: unknown, language?: string) {
  const body = { question, ...(language !== undefined && { language }) };
  return browser.post<AssistantAnswer>(`${link}/assistant/questions`, body);
}

export interface StreamedEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Asks for the answer as a stream of events. */
export async function askForEvents(browser: ApiClient, link: string, question: string) {
  const answer = await browser.post(
    `${link}/assistant/questions`,
    { question },
    { accept: 'text/event-stream' },
  );
  const events = answer.bytes
    .toString()
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block): StreamedEvent => {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { name, data: JSON.parse(data) };
    });
  return { ...answer, events };
}
