import { describe, expect, it } from 'vitest';
import { listSourceFiles } from './house/source-files.ts';

/** The part of the rules for names and comments that a machine can check. */
describe('names', () => {
  const all = ['packages', 'workers', 'fixtures', 'bench', 'release', 'test'].flatMap(listSourceFiles);

  it('of bounds begin with MAX_ or MIN_', () => {
    const other =
      /\b(MOST|LONGEST|LARGEST|LEAST|SMALLEST|WIDEST|FURTHEST|DEEPEST|HIGHEST|FEWEST|SHORTEST)_[A-Z]/;
    const wrong = all.filter(({ path, text }) => !path.endsWith('language.test.ts') && other.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
