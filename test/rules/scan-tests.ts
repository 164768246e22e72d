import { isTestFile, type SourceFile } from '../house/source-files.ts';

/** The name of a test that holds rules: `[D4-05] [7-10] of a route ...`. */
export interface RuleTest {
  readonly ids: readonly string[];
  readonly name: string;
  /** File and line, from the root. */
  readonly location: string;
}

/** A text that begins with ids. A row of a table of cases may be the id alone, which becomes a part of the name. */
const NAME = /(['"`])((?:\[(?:\d+(?:\.\d+)?|D\d+)-\d+\] ?)+)((?:(?!\1)[^\\\n]|\\.)*)\1/g;

/** Finds the names of tests that begin with the ids of rules. Comments are not names. */
export function findRuleTests(files: readonly SourceFile[]): RuleTest[] {
  return files.filter(({ path }) => isTestFile(path)).flatMap(findInFile);
}

function findInFile({ path, text }: SourceFile): RuleTest[] {
  return [...blankComments(text).matchAll(NAME)].map((match) => {
    const [, , prefix = '', name = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return { ids: readIds(prefix), name: name.trim(), location: `${path}:${line}` };
  });
}

function readIds(prefix: string): string[] {
  return [...prefix.matchAll(/\[([^\]]+)\]/g)].map(([, id = '']) => id);
}

/** Keeps the lines, so that locations stay right. */
function blankComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, '');
}
