/** A worker for tests of the pool: its tasks hang, crash, eat memory and throw. */
import { ToolkitError } from '../errors.ts';
import { performTask, type TaskCall } from '../tasks.ts';

const table = {
  echo: (args: unknown) => args,
  bytesOf: (args: { bytes: Uint8Array }) => args.bytes.length,
  sleep: (args: { ms: number }) => new Promise((resolve) => setTimeout(() => resolve(args.ms), args.ms)),
  hang: () => {
    for (;;) Math.random();
  },
  exit: (args: { code: number }) => process.exit(args.code),
  throwLater: () => {
    setTimeout(() => {
      throw new Error('thrown outside of the task');
    }, 0);
    return new Promise(() => undefined);
  },
  allocate: () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + kept.length));
  },
  refuse: () => {
    throw new ToolkitError('damaged', 'no page tree', { object: 7 }, { origin: 'PdfError' });
  },
  misread: () => {
    throw new TypeError('undefined is not a page');
  },
};

export default (call: TaskCall) => performTask(table, call, { signer: { kind: 'development' } });
