import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  readonly payload: {
    readonly event: { readonly eventId: string; readonly type: string; readonly date: string };
    readonly data: Record<string, string | null>;
  };
}

/** A webhook receiver that responds with `statuses` in turn, then 204. */
export async function receiveWebhooks(statuses: number[] = []) {
  const deliveries: ReceivedDelivery[] = [];
  const server = createServer(async (request, response) => {
    const rawBody = await text(request);
    deliveries.push({ headers: request.headers, rawBody, payload: JSON.parse(rawBody) });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    deliveries,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
