import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../packages/server/demo/find-free-port.ts';

const MAIN = fileURLToPath(new URL('../../packages/server/main.mjs', import.meta.url));
const RECORDER = new URL('./preload.ts', import.meta.url).href;
const API_KEY = 'sk_bench_0123456789abcdef';
const START_PATIENCE_MS = 120_000;

/** A service in its own process, as operators start it, with the first account's token. */
export class ServiceProcess implements AsyncDisposable {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  readonly #folder: string;
  #token = '';

  private constructor(baseUrl: string, child: ChildProcess, folder: string) {
    this.baseUrl = baseUrl;
    this.child = child;
    this.#folder = folder;
  }

  /** Its second start: the first one of a release compiles its code and makes its keys. */
  static async start(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-service-'));
    const first = await ServiceProcess.#startIn(folder, settings);
    await first.#stop();
    const service = await ServiceProcess.#startIn(folder, settings);
    service.#token = await service.obtainToken();
    return service;
  }

  static async #startIn(folder: string, settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const port = await findFreePort();
    const env = {
      NODE_ENV: 'test',
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      DATA_DIR: folder,
      // As main.mjs sets it, for the recorder too: to remove its types, Node would load a compiler of 14 MB.
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      RATE_LIMIT_PER_MINUTE: '1000000',
      BOOTSTRAP_API_KEY: API_KEY,
      BOOTSTRAP_EMAIL: 'owner@example.com',
      BOOTSTRAP_PASSWORD: 'correct horse',
      ...settings,
    };
    const child = spawn(process.execPath, ['--max-semi-space-size=4', '--import', RECORDER, MAIN], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const service = new ServiceProcess(`http://localhost:${port}`, child, folder);
    await service.#waitUntilReady();
    return service;
  }

  /** A further access token. */
  async obtainToken(): Promise<string> {
    const body = { apiKey: API_KEY, scope: 'read write' };
    const { access_token } = await this.post<{ access_token: string }>('/v1/auth/token', body);
    return access_token;
  }

  get headers(): Record<string, string> {
    return this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` };
  }

  async get<T>(path: string): Promise<T> {
    return readJson<T>(await fetch(this.baseUrl + path, { headers: this.headers }));
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    return readJson<T>(
      await fetch(this.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  }

  /** The process ids: of the service, and then of those that it started. Linux only. */
  processes(): readonly number[] {
    return listTree(this.child.pid ?? 0);
  }

  /** Resident memory in MB of the process and of those that it started. Linux only. */
  residentMb(): number {
    return this.processes().reduce((sum, pid) => sum + residentMbOf(pid), 0);
  }

  /** Processor time in ms of the process and of those that it started and that still run. Linux only. */
  processorMs(): number {
    return this.processes().reduce((sum, pid) => sum + processorMsOf(pid), 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }

  async #waitUntilReady(): Promise<void> {
    const deadline = Date.now() + START_PATIENCE_MS;
    while (Date.now() < deadline && this.child.exitCode === null) {
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await wait(50);
    }
    throw new Error('the service did not start');
  }
}

async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return JSON.parse(text);
}

export function residentMbOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The times of user and system are fields 14 and 15, after a name in parentheses; Linux counts 100 ticks a second. */
export function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function listTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listTree)];
}
