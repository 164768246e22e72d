import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** Where requests go from now on, one to each in turn. */
  forwardTo(targets: readonly string[]): void;
  /** How many requests each target got. */
  readonly counts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** A load balancer without sticky sessions: each request goes to the next node. */
export async function startBalancer(): Promise<Balancer> {
  let nodes: readonly string[] = [];
  let next = 0;
  const counts = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const node = nodes[next % nodes.length];
    next += 1;
    if (node === undefined) return void outgoing.writeHead(503).end();
    counts.set(node, (counts.get(node) ?? 0) + 1);
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '/', node), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (targets) => {
      nodes = targets;
    },
    counts,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
