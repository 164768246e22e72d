import { describe, expect, it, onTestFinished } from 'vitest';
import { LibraryReader } from './library-reader.ts';
import type { ProcessLimits } from './process-limits.ts';

const LONG = 600_000;
const LIMITS: ProcessLimits = { memory: 1024, cpu: 600 };

function startFaultyReader(limits = LIMITS) {
  const reader = new LibraryReader('pdf.js', new URL('./testing/faulty-process.ts', import.meta.url), limits);
  onTestFinished(() => reader.close());
  return async (name: string, patience = LONG) => {
    const { grade, gaveUp, pictures } = await reader.read(`${name}.pdf`, [0], patience);
    return { grade, gaveUp, pages: pictures.size };
  };
}

const SOUND = { grade: 'clean', gaveUp: undefined, pages: 1 };
const givenUp = (gaveUp: string) => ({ grade: 'fails', gaveUp, pages: 0 });

/** One such file stalled a run over 401 files or filled the memory. */
describe('a library in a process of its own', () => {
  it('is stopped when its time is over, and the next file is read as if nothing had been', async () => {
    const read = startFaultyReader();
    expect(await read('sound')).toEqual(SOUND);
    expect(await read('hang', 100)).toEqual(givenUp('time'));
    expect(await read('sound')).toEqual(SOUND);
  });

  it('may crash', async () => {
    const read = startFaultyReader();
    expect(await read('crash')).toEqual(givenUp('crash'));
    expect(await read('sound')).toEqual(SOUND);
  });

  it('may die once it has answered, which is no matter of the file that comes next', async () => {
    const read = startFaultyReader();
    for (const name of ['crashLater', 'sound', 'crashLater', 'crashLater'])
      expect(await read(name)).toEqual(SOUND);
  });

  // Windows has no limit for memory outside the heap.
  it.skipIf(process.platform === 'win32')('gets so much memory and no more, beside its heap', async () => {
    const read = startFaultyReader();
    expect(await read('eatBuffers')).toEqual(givenUp('memory'));
    expect(await read('sound')).toEqual(SOUND);
  });

  it('gets so much heap and no more', async () => {
    const read = startFaultyReader();
    expect(await read('eatHeap')).toEqual(givenUp('crash'));
    expect(await read('sound')).toEqual(SOUND);
  });

  // A library in an endless loop does not notice that its parent is gone.
  it.skipIf(process.platform === 'win32')('is ended by the system if its parent is gone', async () => {
    const read = startFaultyReader({ ...LIMITS, cpu: 1 });
    expect(await read('hang')).toEqual(givenUp('crash'));
  });
});
