import { SECTION_WORDS } from '../language/concepts.ts';
import { foldAccents } from '../language/words.ts';

const NUMBER = String.raw`(\d{1,3}(?:\.\d{1,3}){0,4}|[ivx]{1,6}(?=[.\s:)]|$))\.?`;
const WORD = `(?:${SECTION_WORDS.join('|')}|§{1,2})`;
const AT_START = new RegExp(String.raw`^(?:${WORD}\.?\s{0,2}${NUMBER}|${NUMBER}[\s)])`, 'iu');
const IN_QUESTION = new RegExp(String.raw`(?:(?<![\p{L}])${WORD})\.?\s{0,2}${NUMBER}`, 'iu');

/** Returns the number with which a section begins, as `7.2`. */
export function findSectionNumber(text: string): string | undefined {
  const found = AT_START.exec(foldAccents(text.slice(0, 40)));
  return found?.[1]?.toLowerCase() ?? found?.[2]?.toLowerCase();
}

/** Returns the number of the section for which a question asks: "clause 7.2", "§ 3". */
export function findAskedSection(question: string): string | undefined {
  return IN_QUESTION.exec(foldAccents(question))?.[1]?.toLowerCase();
}

/** Returns the term of the index for a section; no word of a text has its sign. */
export function sectionTerm(section: string): string {
  return `§${section}`;
}
