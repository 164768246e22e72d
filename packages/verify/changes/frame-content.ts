import { type Box, FrameShapes, type Point, type Subpath } from './appearances.ts';

/** A transformation matrix (ISO 32000-2 8.3.3). */
type Matrix = readonly [number, number, number, number, number, number];

interface GraphicsState {
  readonly matrix: Matrix;
  readonly lineWidth: number;
  readonly dash: readonly number[];
}

const INITIAL: GraphicsState = { matrix: [1, 0, 0, 1, 0, 0], lineWidth: 1, dash: [] };
/** A background, four sides, a relief and dividers are eight. */
const MAX_PAINTED = 12;
/** Longer ones leave out sides of a small box. */
const MAX_DASH = 6;

/** Matches empty strings, comments, names and words; what is left is a delimiter. */
const TOKENS = /\(\)|<[\0\t\n\f\r ]*>|%[^\r\n]*|\/?[^\0\t\n\f\r ()<>[\]{}/%]+|[()<>[\]{}/]/g;
/** Readers disagree about any other number, and about larger ones. */
const NUMBER = /^[+-]?(?:\d{1,7}(?:\.\d*)?|\.\d+)$/;

/** Number, name, empty string or array of them, by operator. */
const SIGNATURES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '': 'q Q h n f F f* S s B B* b b* W W* BT ET T* EMC',
    n: 'w J j M i g G Tc Tw Tz TL Tr Ts',
    nn: 'm l Td TD',
    nnn: 'rg RG',
    nnnn: 're k K',
    nnnnnn: 'cm Tm',
    '/': 'gs ri BMC',
    '/n': 'Tf',
    s: 'Tj',
    a: 'TJ',
    an: 'd',
  }).flatMap(([signature, operators]) => operators.split(' ').map((operator) => [operator, signature])),
);
/** Nothing else may come before the painting (ISO 32000-2 8.2). */
const OF_PATHS: ReadonlySet<string> = new Set('m l re h W W* n f F f* S s B B* b b*'.split(' '));
const CLOSING: ReadonlySet<string> = new Set(['s', 'b', 'b*']);

/**
 * Returns true for content that draws only a background, a border and the dividers of a comb field. Stops at
 * what it does not know. `hasPlainStates` says that its graphics states change nothing but transparency.
 */
export function drawsOnlyFrame(content: string, box: Box, hasPlainStates: boolean): boolean {
  const scanner = new FrameScanner(box, hasPlainStates);
  const tokens = content.match(TOKENS) ?? [];
  return tokens.every((token) => scanner.accepts(token));
}

class FrameScanner {
  readonly #shapes: FrameShapes;
  readonly #hasPlainStates: boolean;
  readonly #saved: GraphicsState[] = [];
  #state = INITIAL;
  #kinds = '';
  #numbers: number[] = [];
  #array: number[] | undefined;
  #isInArray = false;
  #path: Subpath[] = [];
  #isClip = false;
  #painted = 0;
  #hasComb = false;
  #hasDashedBorder = false;

  constructor(box: Box, hasPlainStates: boolean) {
    this.#shapes = new FrameShapes(box);
    this.#hasPlainStates = hasPlainStates;
  }

  accepts(token: string): boolean {
    if (token.startsWith('%')) return true;
    if (this.#isInArray || token === '[') return this.#readArray(token);
    if (NUMBER.test(token)) {
      this.#kinds += 'n';
      this.#numbers.push(Number(token));
      return true;
    }
    if (token.startsWith('/') || isEmptyString(token)) {
      this.#kinds += token.startsWith('/') ? '/' : 's';
      return token !== '/';
    }
    const isAccepted = SIGNATURES.get(token) === this.#kinds && this.#operate(token);
    this.#kinds = '';
    this.#numbers = [];
    return isAccepted;
  }

  #readArray(token: string): boolean {
    if (token === '[') {
      this.#kinds += 'a';
      this.#array = [];
      const isNested = this.#isInArray;
      this.#isInArray = true;
      return !isNested;
    }
    if (token === ']') this.#isInArray = false;
    else if (NUMBER.test(token)) this.#array?.push(Number(token));
    else return isEmptyString(token);
    return true;
  }

  #operate(operator: string): boolean {
    if (this.#path.length > 0 && !OF_PATHS.has(operator)) return false;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#numbers;
    switch (operator) {
      case 'q':
        this.#saved.push(this.#state);
        return true;
      case 'Q':
        return this.#restore();
      case 'gs':
        return this.#hasPlainStates;
      case 'cm':
        this.#state = { ...this.#state, matrix: multiply([a, b, c, d, e, f], this.#state.matrix) };
        return true;
      case 'w':
        this.#state = { ...this.#state, lineWidth: a };
        return a >= 0;
      case 'd':
        return a === 0 && this.#setDash(this.#array ?? []);
      case 'm':
        this.#path.push({ points: [this.#toBox([a, b])], isClosed: false });
        return true;
      case 'l':
        return this.#drawTo(this.#toBox([a, b]));
      case 're':
        this.#path.push({ points: this.#cornersOf(a, b, c, d), isClosed: true });
        return true;
      case 'h':
        return this.#close();
      case 'W':
      case 'W*':
        this.#isClip = true;
        return true;
    }
    return !OF_PATHS.has(operator) || this.#paint(operator);
  }

  #restore(): boolean {
    const state = this.#saved.pop();
    this.#state = state ?? INITIAL;
    return state !== undefined;
  }

  /** Longer lists can encode anything. */
  #setDash(dash: readonly number[]): boolean {
    this.#state = { ...this.#state, dash };
    const [length = 1, gap = 0, ...more] = dash;
    return length > 0 && gap >= 0 && more.length === 0;
  }

  #cornersOf(x: number, y: number, width: number, height: number): Point[] {
    const corners: Point[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ];
    return corners.map((corner) => this.#toBox(corner));
  }

  #drawTo(end: Point): boolean {
    const last = this.#path.at(-1);
    if (!last || last.isClosed) return false;
    const [start] = last.points;
    const isBack = last.points.length > 2 && start?.[0] === end[0] && start[1] === end[1];
    this.#path.splice(
      -1,
      1,
      isBack ? { ...last, isClosed: true } : { ...last, points: [...last.points, end] },
    );
    return true;
  }

  #close(): boolean {
    const last = this.#path.pop();
    if (last) this.#path.push({ ...last, isClosed: true });
    return last !== undefined;
  }

  #paint(operator: string): boolean {
    if (CLOSING.has(operator)) this.#close();
    const [path, isClip] = [this.#path, this.#isClip];
    this.#path = [];
    this.#isClip = false;
    const isWholeBox = path.length === 1 && path.every((subpath) => this.#shapes.isRectangle(subpath));
    if (isClip) return operator === 'n' && isWholeBox;
    if (operator === 'n' || path.length === 0) return true;
    this.#painted += 1;
    if (this.#painted > MAX_PAINTED) return false;
    if (operator.toLowerCase().startsWith('f')) return isWholeBox || this.#isFilledBand(path);
    return this.#isFine() && (isWholeBox || operator.toLowerCase() === 's') && this.#isStroke(path);
  }

  #isFilledBand(path: readonly Subpath[]): boolean {
    return path.length === 1 && path.every((subpath) => this.#shapes.isBand(subpath));
  }

  /** The same lines with other colours or dashes would form a raster. */
  #isStroke(path: readonly Subpath[]): boolean {
    if (this.#shapes.isBorder(path)) {
      const isDashed = this.#state.dash.length > 0;
      const isRepeated = isDashed && this.#hasDashedBorder;
      this.#hasDashedBorder ||= isDashed;
      return !isRepeated;
    }
    const isRepeated = this.#hasComb;
    this.#hasComb = true;
    return !isRepeated && this.#shapes.isComb(path, this.#state.lineWidth * scaleOf(this.#state.matrix));
  }

  #isFine(): boolean {
    const { lineWidth, dash, matrix } = this.#state;
    const scale = scaleOf(matrix);
    return lineWidth * scale <= 2 * this.#shapes.strip && Math.max(0, ...dash) * scale <= MAX_DASH;
  }

  #toBox([x, y]: Point): Point {
    const [a, b, c, d, e, f] = this.#state.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }
}

function isEmptyString(token: string): boolean {
  return token === '()' || (token.startsWith('<') && token.endsWith('>'));
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

function scaleOf([a, b, c, d]: Matrix): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}
