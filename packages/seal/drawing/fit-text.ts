import type { TextEmbedder } from '@countersign/pdf';

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
  // By halves: thousands of characters would be measured thousands of times.
  for (let tooMany = characters.length; tooMany - kept > 1; ) {
    const middle = Math.floor((kept + tooMany) / 2);
    if (embedder.measure(keep(middle), size) > width) tooMany = middle;
    else kept = middle;
  }
  return keep(kept);
}
