import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ReceivedWebhook {
  readonly type: string;
  /** The signature is checked over the raw body [6-06]. */
  readonly isAuthentic: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** The secret is known after POST /webhooks, which needs the receiver's address. */
  useSecret(signingSecret: string): void;
  close(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { event } = JSON.parse(body) as { event: { type: string } };
    received.push({ type: event.type, isAuthentic: checkSignature(request, body, secret) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/countersign`,
    received,
    useSecret: (signingSecret) => {
      secret = signingSecret;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function checkSignature({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest();
  const given = Buffer.from(String(headers['x-service-signature']), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
