import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serialize } from 'node:v8';
import type { Statement } from './statement.ts';

export interface BareRoutes {
  readonly databaseUrl: string;
  readonly routes: readonly BareRoute[];
}

export interface BareRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly statements: readonly Statement[];
  /** Ids to replace by new ones in every request. */
  readonly newIds: ReadonlySet<string>;
  readonly answer: unknown;
}

/** Starts bare-service.ts. */
export async function startBare(
  routes: BareRoutes,
): Promise<AsyncDisposable & { readonly url: string; readonly pid: number }> {
  const child = spawn(process.execPath, [new URL('./bare-service.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const listening = once(child, 'message');
  child.send(serialize(routes).toString('base64'));
  const [url] = await listening;
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
