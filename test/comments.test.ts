import { expect, it } from 'vitest';
import { isTestFile, listSourceFiles } from './repository/source-files.ts';

/** A comment that begins with one of these has no subject, unless a clause with a subject follows a comma. */
const FRAGMENT =
  /^(?:After|Against|Along|Also|Among|As|Before|Behind|Below|Beside|Besides|Between|Beyond|By|Down|During|Else|Except|For|From|In|Inside|Instead|Into|Like|Near|Of|Off|On|Onto|Or|Outside|Over|Than|Through|To|Under|Unless|Until|Upon|With|Within)\b/;
const CLAUSE =
  /, \S|\b(?:is|are|was|has|have|had|may|can|must|would|will|do|does|did|could|fits?|needs?|takes?|ends?|rolls|decides?)\b/;
/** A value is no subject: it is null, or a function returns null. */
const BARE_VALUE =
  /^(?:Null|Undefined|Empty|False|True) (?:if|for|until|in|on|without|unless|while|also|before|beyond|after|when)\b/;

/** Finds one-line doc comments and whole-line comments. */
function listComments(text: string): string[] {
  return Array.from(
    text.matchAll(/^\s*(?:\/\*\* (.*?) \*\/|(?<!\/\/.*\n\s*)\/\/ (.*))$/gm),
    ([, doc, line]) => doc ?? line ?? '',
  );
}

function isFragment(sentence: string): boolean {
  return FRAGMENT.test(sentence) && !CLAUSE.test(sentence);
}

function hasBareValue(comment: string): boolean {
  return comment.split(/(?<=[.;:] )/).some((sentence) => BARE_VALUE.test(sentence));
}

it('comments of sources are sentences with a subject', () => {
  const sources = ['packages', 'workers'].flatMap(listSourceFiles).filter(({ path }) => !isTestFile(path));
  const fragments = sources.flatMap(({ path, text }) =>
    listComments(text)
      .filter((comment) => isFragment(comment.split(/(?<=\.) /)[0] ?? '') || hasBareValue(comment))
      .map((comment) => `${path}: ${comment}`),
  );
  expect(fragments).toEqual([]);
});
