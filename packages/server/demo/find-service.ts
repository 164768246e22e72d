import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '../create-server.ts';
import { ensureWebBuilt } from '../launch/build-web.ts';
import { readConfig } from '../settings/config.ts';
import { findFreePort } from './find-free-port.ts';

export interface DemoService {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly description: string;
  stop(): Promise<void>;
}

/** The key of a service that the demo starts itself. */
const DEMO_API_KEY = 'sk_demo_0123456789abcdef';

/**
 * Returns the service at BASE_URL (or localhost:PORT) if it accepts API_KEY or BOOTSTRAP_API_KEY, and else starts one
 * with a temporary folder.
 */
export async function findService(print: (line: string) => void): Promise<DemoService> {
  const baseUrl = process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 8080}`;
  const apiKey = process.env.API_KEY ?? process.env.BOOTSTRAP_API_KEY;
  if (await answers(baseUrl)) {
    if (apiKey !== undefined) return { baseUrl, apiKey, description: baseUrl, stop: async () => undefined };
    print(`A service runs at ${baseUrl}; without API_KEY the demo starts its own.`);
  }
  return startOwnService(print);
}

async function answers(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/healthz`).catch(() => null);
  return answer?.ok ?? false;
}

async function startOwnService(print: (line: string) => void): Promise<DemoService> {
  ensureWebBuilt(print);
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
