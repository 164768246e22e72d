/**
 * PGlite's file system over Node's has no fsync at all: `fd_sync` finds no handler and reports success. This adds it, so
 * that a commit is on the disk and not only in the kernel when it is answered.
 */
import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitArguments = Parameters<NodeFS['init']>;
type PostgresModule = Parameters<NonNullable<InitArguments[1]['preRun']>[number]>[0];

/** The part of emscripten's NODEFS that is changed. `nfd` is Node's descriptor of an open stream. */
interface EmscriptenNodeFs {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
}

/** emscripten's number for an input/output error (wasi errno `io`). */
const ERRNO_IO = 29;

export class DurableNodeFs extends NodeFS {
  override async init(...[pg, options]: InitArguments): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...(emscriptenOpts.preRun ?? [])] } };
  }
}

function addFsync(module: PostgresModule): void {
  // Not in PGlite's types; pinned by the version in package.json and by the test that counts fsyncs.
  const { FS, NODEFS } = module as unknown as {
    readonly FS: { readonly ErrnoError: new (errno: number) => Error };
    readonly NODEFS: EmscriptenNodeFs;
  };
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      fs.fsyncSync(stream.nfd);
      return 0;
    } catch {
      // PostgreSQL must see the failure: it stops rather than believe that the log was written.
      throw new FS.ErrnoError(ERRNO_IO);
    }
  };
}
