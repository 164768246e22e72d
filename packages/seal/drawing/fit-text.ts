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
  let kept = characters.length;
  const candidate = () => `${characters.slice(0, kept).join('').trimEnd()}${ELLIPSIS}`;
  while (kept > 0 && embedder.measure(candidate(), size) > width) kept--;
  return candidate();
}
