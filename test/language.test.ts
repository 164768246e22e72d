import { describe, expect, it } from 'vitest';
import { findComments, listSourceFiles } from './repository/source-files.ts';

const FOLDERS = ['packages', 'workers', 'fixtures', 'bench', 'test'];

const OTHER_BOUND =
  /\b(MOST|LONGEST|LARGEST|LEAST|SMALLEST|WIDEST|FURTHEST|DEEPEST|HIGHEST|FEWEST|SHORTEST)_[A-Z]/;

const AVOIDED_PHRASES = [
  /\b(?:tells?|told|telling|whoever|nobody|somebody|spelled|house)\b/i,
  /(?<!there )\bis (?:none\b|no [a-z])/i,
  /\b(?:stands|stand|lies|lie) (?:in|on|at|under|behind|elsewhere)\b/i,
  /\bours:/i,
  /\/\*\*\s*(?:\*\s*)?(?:Answers (?:the|whether|with)|Undefined when|Who )/,
];

function findAvoidedPhrases(folder: string): string[] {
  return listSourceFiles(folder)
    .filter(({ path }) => !path.endsWith('language.test.ts'))
    .flatMap(({ path, text }) =>
      findComments(text)
        .filter((comment) => AVOIDED_PHRASES.some((phrase) => phrase.test(comment)))
        .map((comment) => `${path}: ${comment}`),
    );
}

/** Checks the mechanical part of the rules for names and comments. */
describe('names', () => {
  it('of bounds begin with MAX_ or MIN_', () => {
    const files = FOLDERS.flatMap(listSourceFiles);
    const wrong = files.filter(
      ({ path, text }) => !path.endsWith('language.test.ts') && OTHER_BOUND.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('comments', () => {
  it.each(FOLDERS)('of %s use the usual words', (folder) => {
    expect(findAvoidedPhrases(folder)).toEqual([]);
  });

  it('are found in blocks and after code, but not in addresses', () => {
    const text = "/** One. */\nconst a = 'http://x.example'; // two\n  // three\n";
    expect(findComments(text)).toEqual(['/** One. */', '// two', '// three']);
  });
});
