import { PdfError, splitGraphemes, splitLines, type TextEmbedder } from '@countersign/pdf';

const NOT_ASCII = /[^\n -~]/gu;

/** Writes characters that no font has as `[U+1F58B]`, so that any name can be sealed. */
export function escapeUndrawable(text: string, embedder: TextEmbedder): string {
  if (isDrawable(text, embedder)) return text;
  const escaped = escapeClusters(splitGraphemes(text), embedder);
  // What has a font alone may have none beside others.
  return isDrawable(escaped, embedder) ? escaped : text.replace(NOT_ASCII, escapeCharacter);
}

/** Escapes by halves, because each character without a font would otherwise cost a look at the whole text. */
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

const ELLIPSIS = '…';

export interface FittedText {
  readonly text: string;
  readonly size: number;
}

/** Points; reduces the size down to `minSize`, then truncates. */
export function fitText(
  embedder: TextEmbedder,
  text: string,
  limits: { readonly width: number; readonly size: number; readonly minSize: number },
): FittedText {
  const natural = embedder.measure(text, limits.size);
  if (natural <= limits.width) return { text, size: limits.size };
  const size = (limits.size * limits.width) / natural;
  if (size >= limits.minSize) return { text, size };
  return { text: shorten(embedder, text, limits.minSize, limits.width), size: limits.minSize };
}

function shorten(embedder: TextEmbedder, text: string, size: number, width: number): string {
  const characters = [...text];
  const keep = (count: number) => `${characters.slice(0, count).join('').trimEnd()}${ELLIPSIS}`;
  let kept = 0;
  // Searches by halves, because thousands of characters would otherwise be measured thousands of times.
  for (let tooMany = characters.length; tooMany - kept > 1; ) {
    const middle = Math.floor((kept + tooMany) / 2);
    if (embedder.measure(keep(middle), size) > width) tooMany = middle;
    else kept = middle;
  }
  return keep(kept);
}

/** Writes no exponent and at most five decimals (nanometres). */
export function decimal(value: number): string {
  return String(Number(value.toFixed(5)));
}
