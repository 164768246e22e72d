/** Control characters but for the end of a line, and what turns, hides or joins text without being seen. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns plain text: no control and direction characters, no HTML, Markdown or links. */
export function removeMarkup(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : ''))
    .normalize('NFKC')
    .replace(/<[^<>\n]{0,500}>/g, ' ')
    .replace(/!?\[([^\][\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replace(
      /(?:https?|ftp|file|data|javascript|mailto|tel):[^\s\][]{0,2000}|(?<![\p{L}\p{N}])www\.[^\s\][]{1,2000}/giu,
      ' ',
    )
    .replace(/[<>`*|\\]|^[ \t]{0,3}#{1,6}\s|_{2,}|~{2,}|^[ \t]{0,8}(?:[-+•]|\d{1,3}[.)])\s/gmu, '');
}
