import { programPath } from '@countersign/pdf/testing';
import { runBounded } from './bounded-process.ts';
import { type Grade, MAX_MESSAGES, type Reader } from './reader.ts';

const GRADE_OF: Readonly<Record<number, Grade>> = { 0: 'clean', 3: 'complains' };

export const qpdf: Reader = {
  name: 'qpdf',
  async read(path, _pages, patience) {
    const { code, output, gaveUp } = await runBounded(programPath('qpdf'), ['--check', path], patience);
    const grade = gaveUp === undefined ? (GRADE_OF[code ?? -1] ?? 'fails') : 'fails';
    const lines = output.split('\n').filter((line) => /^(WARNING|ERROR):/.test(line));
    const messages = lines.slice(0, MAX_MESSAGES);
    return { grade, messages, pictures: new Map(), ...(gaveUp === undefined ? {} : { gaveUp }) };
  },
  close() {
    // No process runs between files.
  },
};
