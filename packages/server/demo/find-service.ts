import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { createServer } from '../create-server.ts';
import { ensureWebBuilt } from '../launch/build-web.ts';

export interface DemoService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Whose service it is, for people. */
  readonly description: string;
  stop(): Promise<void>;
}

/** Key of the service the demo starts for itself; it is gone with its folder. */
const DEMO_API_KEY = 'sk_demo_0123456789abcdef';

/**
 * The service at BASE_URL (else localhost:PORT) when it answers and API_KEY or BOOTSTRAP_API_KEY holds a key for it; else
 * one of our own on a free port with a temporary folder.
 */
export async function findService(tell: (line: string) => void): Promise<DemoService> {
  const baseUrl = process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 8080}`;
  const apiKey = process.env.API_KEY ?? process.env.BOOTSTRAP_API_KEY;
  if (await answers(baseUrl)) {
    if (apiKey !== undefined) return { baseUrl, apiKey, description: baseUrl, stop: async () => undefined };
    tell(`A service runs at ${baseUrl}; without API_KEY the demo starts its own.`);
  }
  return startOwnService(tell);
}

async function answers(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/healthz`).catch(() => null);
  return answer?.ok ?? false;
}

async function startOwnService(tell: (line: string) => void): Promise<DemoService> {
  ensureWebBuilt(tell);
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-demo-'));
  const config = readConfig({
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    BOOTSTRAP_API_KEY: DEMO_API_KEY,
  });
  const service = await createServer(config);
  return {
    baseUrl: service.baseUrl,
    apiKey: DEMO_API_KEY,
    description: `its own service at ${service.baseUrl}`,
    async stop() {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function findFreePort(): Promise<number> {
  const server = createNetServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
