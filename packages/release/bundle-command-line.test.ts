import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkEngine } from './bundle-command-line.ts';
import { sourceFolder } from './manifests.ts';

const engine = (...moduleIds: string[]) => [{ name: 'engine', moduleIds }];

describe('the chunk that every command loads', () => {
  it('may hold the engine and the reader of forms', () => {
    const own = ['pdf', 'forms'].map((name) => join(sourceFolder(name as 'pdf' | 'forms'), 'index.ts'));
    expect(() => checkEngine(engine(...own))).not.toThrow();
  });

  // An import of the stripper by inspection once loaded sharp and the cryptography in every command.
  it('must hold nothing that seals or draws with fonts', () => {
    const strangers = [
      join(sourceFolder('seal'), 'stamp/prepare-ink.ts'),
      join(sourceFolder('pdf'), 'fonts/font-stack.ts'),
    ];
    for (const stranger of strangers) expect(() => checkEngine(engine(stranger))).toThrow(stranger);
    expect(() => checkEngine([])).toThrow('nothing');
  });
});
