import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceState } from '@countersign/adapters/postgres/service-state';
import { StartError } from '../settings/values.ts';
import type { MetricSources, Metrics } from './metrics.ts';

/** Whoever asks more often gets the numbers of the database of before. */
const STATE_MS = 5_000;

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` on an address of its own, which has no access control: it is for the network of the operator.
 * Throws a `StartError` if the address cannot be used.
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  metrics: Metrics,
  sources: MetricSources,
): Promise<MetricsServer> {
  const { describeMetrics } = await import('./metrics.ts');
  const describe = describeMetrics(metrics, { ...sources, readState: readAtMostEvery(sources.readState) });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    describe().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartError('port_in_use', `METRICS_PORT: ${(error as Error).message}`, error);
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** Callers at the same time share an answer, and a failure is tried again. */
function readAtMostEvery(read: () => Promise<ServiceState>): () => Promise<ServiceState> {
  let last: { readonly at: number; readonly state: Promise<ServiceState> } | undefined;
  return async () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= STATE_MS) last = { at: now, state: read() };
    const { state } = last;
    try {
      return await state;
    } catch (error) {
      if (last?.state === state) last = undefined;
      throw error;
    }
  };
}
