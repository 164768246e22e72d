/** Adds the fsync that PGlite's file system for Node lacks, so that commits are durable. */
import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitArguments = Parameters<NodeFS['init']>;
type PostgresModule = Parameters<NonNullable<InitArguments[1]['preRun']>[number]>[0];

/** The patched part. `nfd` is Node's descriptor. */
interface EmscriptenNodeFs {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
}

/** emscripten's input/output error (wasi errno `io`). */
const ERRNO_IO = 29;

export class DurableNodeFs extends NodeFS {
  override async init(...[pg, options]: InitArguments): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...(emscriptenOpts.preRun ?? [])] } };
  }
}

function addFsync(module: PostgresModule): void {
  // Not in PGlite's types; guarded by its pinned version and the test that counts fsyncs.
  const { FS, NODEFS } = module as unknown as {
    readonly FS: { readonly ErrnoError: new (errno: number) => Error };
    readonly NODEFS: EmscriptenNodeFs;
  };
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      fs.fsyncSync(stream.nfd);
      return 0;
    } catch {
      // PostgreSQL stops after a failed write of the log.
      throw new FS.ErrnoError(ERRNO_IO);
    }
  };
}
