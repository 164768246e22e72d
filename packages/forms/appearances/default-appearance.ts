/** /DA (ISO 32000-1 12.7.3.3). */
export interface DefaultAppearance {
  readonly font: string;
  /** 0 is automatic. */
  readonly size: number;
  readonly colour: string;
}

/** A /DA with more is broken. */
const MAX_FONT_SIZE = 1000;

/** Real ones have less than 200, and the patterns below take quadratic time. */
const MAX_LENGTH = 2000;

const BLACK = '0 g';
const NUMBER = '([-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))';
const FONT = new RegExp(`/([^\\s/]*)\\s+${NUMBER}\\s+Tf(?![^\\s/\\[(<])`, 'g');
const COLOUR = new RegExp(
  `((?:${NUMBER}\\s+){4}k|(?:${NUMBER}\\s+){3}rg|${NUMBER}\\s+g)(?![^\\s/\\[(<])`,
  'g',
);

/** Undefined without a font of usable size. */
export function parseDefaultAppearance(text: string): DefaultAppearance | undefined {
  const [, font = '', number] = lastMatch(text, FONT) ?? [];
  const size = Number(number ?? Number.NaN);
  if (!Number.isFinite(size) || Math.abs(size) > MAX_FONT_SIZE) return undefined;
  return { font, size: Math.abs(size), colour: lastMatch(text, COLOUR)?.[1] ?? BLACK };
}

export const FALLBACK_APPEARANCE: DefaultAppearance = { font: 'Helv', size: 0, colour: BLACK };

function lastMatch(text: string, pattern: RegExp): RegExpExecArray | undefined {
  return [...text.slice(-MAX_LENGTH).matchAll(pattern)].at(-1);
}
