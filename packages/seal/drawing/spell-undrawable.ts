import { PdfError, splitLines, type TextEmbedder } from '@countersign/pdf';

/** Different characters that are escaped one by one in a text. */
const MAX_SPELLED = 1000;

/** Escapes characters that no font has as `[U+1F58B]`, to seal any name. */
export function spellUndrawable(text: string, embedder: TextEmbedder): string {
  let spelled = text;
  for (let count = 0; count < MAX_SPELLED; count++) {
    const character = findUndrawable(spelled, embedder);
    if (character === undefined) return spelled;
    const next = spelled.replaceAll(character, spellCharacter);
    // The reported character may be composed while the text has it decomposed.
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
