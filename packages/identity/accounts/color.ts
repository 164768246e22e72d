/** WCAG 2.2 1.4.3, for text of any size. */
export const MIN_CONTRAST = 4.5;

/** White text can be read on it. Runs in a browser too. */
export function isReadableColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text) && contrastWithWhite(text) >= MIN_CONTRAST;
}

/** 1 to 21 (WCAG 2.2). */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linearize(Number.parseInt(color.slice(start, start + 2), 16) / 255),
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linearize(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
