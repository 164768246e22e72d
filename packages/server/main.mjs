import { mkdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * V8 grows the young generation from 1 MiB to 16. It is collected when full, and until then the buffers of its objects (64 KiB
 * per chunk of an upload) remain outside the heap. Measured with Node 24.21: the first upload of 50 MB left 30 to 50 MB
 * of dead buffers. `--max-semi-space-size=4`, which only the command line can set, bounds that; test/service/memory.long.test.ts
 * fails if it does not. Without it, the size is fixed, and collections of a MiB take an eighth of the processor time of requests
 * and jobs, where those of 4 take a twentieth.
 */
if (!process.execArgv.some((option) => option.startsWith('--max-semi-space-size')))
  setFlagsFromString('--semi-space-growth-factor=1');

/*
 * V8 collects the whole heap after every 64 MB of memory outside it, which is once per upload of 50 MB. With this flag it
 * compares that memory with the limit of the heap. Node 24 knows the flag; others report it as an error.
 */
if (process.versions.node.startsWith('24.'))
  setFlagsFromString('--external-memory-accounted-in-global-limit');

/*
 * Code compiled at the last start is read instead of compiled again, in the PDF processes too. Without it Node loads a compiler
 * that removes the types: 14 MB in each process.
 */
keepCompiledCode(process.env.DATA_DIR || './data');

await import('./run-service.ts');
flushCompileCache();
collectGarbage();

/**
 * Collects what the start leaves behind: V8 would keep it until the heap has grown by as much again. Measured with Node 24.21:
 * 149 MB of resident memory before, 130 MB after, for 170 ms of processor time. The usual collection returns little: it
 * leaves compaction to a later one.
 */
function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}

/** @param {string} dataDir An unusable one is reported later, by the name of its setting. */
function keepCompiledCode(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  process.env.NODE_COMPILE_CACHE ??= join(dataDir, 'compile-cache');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
