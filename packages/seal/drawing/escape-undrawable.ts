import { PdfError, splitLines, type TextEmbedder } from '@countersign/pdf';

/** In one text. */
const MAX_ESCAPED_CHARACTERS = 1000;

/** As `[U+1F58B]`, to seal any name. */
export function escapeUndrawable(text: string, embedder: TextEmbedder): string {
  let escaped = text;
  for (let count = 0; count < MAX_ESCAPED_CHARACTERS; count++) {
    const character = findUndrawable(escaped, embedder);
    if (character === undefined) return escaped;
    const next = escaped.replaceAll(character, escapeCharacter);
    // The reported character may be composed while the text has it decomposed.
    if (next === escaped) break;
    escaped = next;
  }
  return text.replace(/[^\n -~]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
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
