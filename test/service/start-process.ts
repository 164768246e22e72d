import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ApiClient, authorize } from './api-client.ts';
import { waitFor } from './journey-steps.ts';
import { listenSettings } from './start-service.ts';

const MAIN = fileURLToPath(import.meta.resolve('../../packages/server/main.mjs'));

/** Those of `npm start`. */
const NODE_OPTIONS = ['--max-semi-space-size=4'];

/** A first start takes 4 to 8 s, several times that under load. */
const START_PATIENCE_MS = 90_000;

/** For processes that do not get the test's environment. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

export interface ServiceProcess {
  readonly pid: number;
  readonly baseUrl: string;
  readonly client: ApiClient;
  output(): string;
  readonly exited: Promise<unknown>;
  /** Sends SIGTERM or SIGKILL; resolves with the exit code, null after SIGKILL. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the service in its own process, as users or `main` do; resolves when it is ready. */
export async function startProcess(
  place: Readonly<Record<string, string>>,
  main = MAIN,
): Promise<ServiceProcess> {
  const env = { ...(await listenSettings()), ...place };
  // Not the test's environment: vitest sets variables such as BASE_URL.
  const child = spawn(process.execPath, [...NODE_OPTIONS, main], { env: { ...compileCache, ...env } });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString();
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const baseUrl = `http://localhost:${env.PORT}`;
  const look = async () => {
    if (child.exitCode !== null) throw new Error(`the service ended: ${output()}`);
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
    return answer?.ok ? true : null;
  };
  await waitFor('the service to be ready', look, START_PATIENCE_MS);
  return {
    pid: child.pid ?? 0,
    baseUrl,
    client: await authorize(baseUrl, env.BOOTSTRAP_API_KEY ?? ''),
    output,
    exited,
    async stop(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
