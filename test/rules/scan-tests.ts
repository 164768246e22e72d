import { isTestFile, type SourceFile } from '../repository/source-files.ts';

/** The name of a test with rule ids: `[D4-05] [7-10] of a route ...`. */
export interface RuleTest {
  readonly ids: readonly string[];
  readonly name: string;
  readonly location: string;
}

/** A string that begins with ids. In a table of cases it may be the id alone. */
const NAME = /(['"`])((?:\[(?:\d+(?:\.\d+)?|[DR]\d+|[LP])-\d+\] ?)+)((?:(?!\1)[^\\\n]|\\.)*)\1/g;

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

/** Keeps line breaks, so that locations stay correct. */
function blankComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, '');
}
