/**
 * Runs the service as `npm start` does, LATER_MS later, and kills it when it has made as many ids and removed as many files
 * as the file DIE_AFTER says.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, readConfig } from '@countersign/server';

const { DIE_AFTER = '', LATER_MS = '0' } = process.env;

function step(): void {
  if (!existsSync(DIE_AFTER)) return;
  const left = Number(readFileSync(DIE_AFTER, 'utf8')) - 1;
  if (left > 0) {
    writeFileSync(DIE_AFTER, String(left));
    return;
  }
  rmSync(DIE_AFTER);
  process.kill(process.pid, 'SIGKILL');
}

const service = await createServer(readConfig(process.env), {
  decorate: (deps) => ({
    ...deps,
    clock: { now: () => new Date(Date.now() + Number(LATER_MS)) },
    ids: {
      ...deps.ids,
      uuid() {
        step();
        return deps.ids.uuid();
      },
    },
    blobs: new Proxy(deps.blobs, {
      get(blobs, name) {
        if (name === 'remove') step();
        const member: unknown = Reflect.get(blobs, name);
        return typeof member === 'function' ? member.bind(blobs) : member;
      },
    }),
  }),
});
if (LATER_MS !== '0')
  await service.database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-closed-accounts' }));
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
