import { PdfError, splitGraphemes, splitLines, type TextEmbedder } from '@countersign/pdf';

const NOT_ASCII = /[^\n -~]/gu;

/** As `[U+1F58B]`, to seal any name. */
export function escapeUndrawable(text: string, embedder: TextEmbedder): string {
  if (isDrawable(text, embedder)) return text;
  const escaped = escapeClusters(splitGraphemes(text), embedder);
  // What has a font alone may have none beside others.
  return isDrawable(escaped, embedder) ? escaped : text.replace(NOT_ASCII, escapeCharacter);
}

/** By halves: each character without a font would cost a look at the whole text. */
function escapeClusters(clusters: readonly string[], embedder: TextEmbedder): string {
  const text = clusters.join('');
  if (isDrawable(text, embedder)) return text;
  if (clusters.length === 1) return escapeCluster(text, embedder);
  const middle = Math.ceil(clusters.length / 2);
  return (
    escapeClusters(clusters.slice(0, middle), embedder) + escapeClusters(clusters.slice(middle), embedder)
  );
}

function escapeCluster(cluster: string, embedder: TextEmbedder): string {
  const characters = Array.from(cluster, (each) =>
    isDrawable(each, embedder) ? each : escapeCharacter(each),
  );
  const escaped = characters.join('');
  // Characters may have a font each, and none as the composed one.
  return isDrawable(escaped, embedder) ? escaped : cluster.replace(NOT_ASCII, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${number.padStart(4, '0')}]`;
}

function isDrawable(text: string, embedder: TextEmbedder): boolean {
  try {
    for (const line of splitLines(text)) embedder.ensureDrawable(line);
    return true;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'text_not_drawable') return false;
    throw error;
  }
}
