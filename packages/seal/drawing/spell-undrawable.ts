import { PdfError, splitLines, type TextEmbedder } from '@countersign/pdf';

/** Of one text; what has more different ones that no font knows is not worth spelling. */
const MAX_SPELLED = 1000;

/** The text with every character that no font has spelled as `[U+1F58B]`: what is evidence must not fail for a name. */
export function spellUndrawable(text: string, embedder: TextEmbedder): string {
  let spelled = text;
  for (let count = 0; count < MAX_SPELLED; count++) {
    const character = findUndrawable(spelled, embedder);
    if (character === undefined) return spelled;
    const next = spelled.replaceAll(character, spellCharacter);
    // A composed character is told as such, and may stand in the text in its parts.
    if (next === spelled) break;
    spelled = next;
  }
  return text.replace(/[^\n -~]/gu, spellCharacter);
}

function spellCharacter(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${number.padStart(4, '0')}]`;
}

function findUndrawable(text: string, embedder: TextEmbedder): string | undefined {
  try {
    for (const line of splitLines(text)) embedder.ensureDrawable(line);
    return undefined;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'text_not_drawable')
      return String(error.params.character);
    throw error;
  }
}
