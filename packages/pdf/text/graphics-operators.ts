import { type ColorSpace, cmyk, grey, PATTERN, rgb } from './colors.ts';
import { type ContentTokens, NUMBER, operatorCode } from './content-tokens.ts';
import type { GraphicsState } from './graphics-state.ts';
import type { CurrentPath } from './painted-areas.ts';

const [RECTANGLE, MOVE_TO, LINE_TO, CLOSE] = ['re', 'm', 'l', 'h'].map(operatorCode);
const [CURVE, CURVE_V, CURVE_Y] = ['c', 'v', 'y'].map(operatorCode);
const [GREY, STROKE_GREY, RGB, STROKE_RGB] = ['g', 'G', 'rg', 'RG'].map(operatorCode);
const [CMYK, STROKE_CMYK, SPACE, STROKE_SPACE] = ['k', 'K', 'cs', 'CS'].map(operatorCode);
const [COLOR, COLOR_N, STROKE_COLOR, STROKE_COLOR_N] = ['sc', 'scn', 'SC', 'SCN'].map(operatorCode);

/** Builds the path (ISO 32000-1 8.5.2). Returns false for other operators. */
export function addToPath(
  operator: number,
  tokens: ContentTokens,
  state: GraphicsState,
  path: CurrentPath,
): boolean {
  switch (operator) {
    case LINE_TO:
    case MOVE_TO:
      path.addPoint(state, tokens.number(0), tokens.number(1), operator === MOVE_TO);
      return true;
    case RECTANGLE:
      if (tokens.count >= 4)
        path.addRectangle(state, tokens.number(0), tokens.number(1), tokens.number(2), tokens.number(3));
      return true;
    case CURVE:
    case CURVE_V:
    case CURVE_Y:
      for (let at = 0; at + 1 < Math.min(tokens.count, 6); at += 2)
        path.addPoint(state, tokens.number(at), tokens.number(at + 1), false);
      path.addCurve();
      return true;
    default:
      return operator === CLOSE;
  }
}

/** Sets a color or a color space (8.6.8). Returns false for other operators. */
export function setColor(
  operator: number,
  tokens: ContentTokens,
  state: GraphicsState,
  findSpace: (name: string) => ColorSpace,
): boolean {
  switch (operator) {
    case GREY:
      state.fill = grey(tokens.number(0));
      return true;
    case RGB:
      state.fill = rgb(tokens.number(0), tokens.number(1), tokens.number(2));
      return true;
    case CMYK:
      state.fill = cmyk(tokens.number(0), tokens.number(1), tokens.number(2), tokens.number(3));
      return true;
    case STROKE_GREY:
      state.stroke = grey(tokens.number(0));
      return true;
    case STROKE_RGB:
      state.stroke = rgb(tokens.number(0), tokens.number(1), tokens.number(2));
      return true;
    case STROKE_CMYK:
      state.stroke = cmyk(tokens.number(0), tokens.number(1), tokens.number(2), tokens.number(3));
      return true;
    case SPACE:
      state.fillSpace = spaceOf(tokens, findSpace);
      state.fill = state.fillSpace.initial;
      return true;
    case STROKE_SPACE:
      state.strokeSpace = spaceOf(tokens, findSpace);
      state.stroke = state.strokeSpace.initial;
      return true;
    case COLOR:
    case COLOR_N:
      state.fill = state.fillSpace.toColor(listNumbers(tokens));
      return true;
    case STROKE_COLOR:
    case STROKE_COLOR_N:
      state.stroke = state.strokeSpace.toColor(listNumbers(tokens));
      return true;
    default:
      return false;
  }
}

function spaceOf(tokens: ContentTokens, findSpace: (name: string) => ColorSpace): ColorSpace {
  const name = tokens.value(0);
  return typeof name === 'string' ? findSpace(name) : PATTERN;
}

const MAX_COMPONENTS = 32;

/** Returns the numbers among the operands. */
export function listNumbers(tokens: ContentTokens): number[] {
  const numbers: number[] = [];
  for (let index = 0; index < tokens.count && index < MAX_COMPONENTS; index += 1)
    if (tokens.kinds[index] === NUMBER) numbers.push(tokens.numbers[index] as number);
  return numbers;
}
