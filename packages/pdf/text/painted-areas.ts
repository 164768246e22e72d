import { type Color, UNKNOWN_COLOR, WHITE } from './colors.ts';
import {
  type Bounds,
  type GraphicsState,
  intersect,
  keepsRectangles,
  MIN_ALPHA,
  transformBounds,
} from './graphics-state.ts';
import { TEXT_LIMITS, tooMuchText } from './limits.ts';

const RECTANGLE = 1;
const OPAQUE = 2;
const IMAGE = 4;

/** The difference of two channels up to which two colors look the same at the size of text. */
const SAME_CHANNEL = 10;
/** Rectangles of one path; more of them are one shape. */
const MAX_RECTANGLES = 16;
/** Thinner lines are no ground for text. */
const MIN_BAND = 2;

/** What is painted on a page besides text, in order: it may be the ground of text, or hide it. */
export class PaintedAreas {
  readonly #x0: number[] = [];
  readonly #y0: number[] = [];
  readonly #x1: number[] = [];
  readonly #y1: number[] = [];
  readonly #colors: Color[] = [];
  readonly #flags: number[] = [];
  #images = 0;
  #comparisons = 0;

  /** What is painted from now on lies above text that knows this count. */
  get count(): number {
    return this.#flags.length;
  }

  addImage(state: GraphicsState, isOpaque: boolean): void {
    if (state.fillAlpha < MIN_ALPHA) return;
    const flags = IMAGE | (isOpaque && state.fillAlpha >= 1 && !state.isBlended ? OPAQUE : 0);
    const isRectangle = keepsRectangles(state.ctm);
    this.#images += 1;
    this.#add(transformBounds(state.ctm, 0, 0, 1, 1), UNKNOWN_COLOR, flags, isRectangle, state);
  }

  /** The whole clip is shaded. */
  addShading(state: GraphicsState): void {
    this.#add(state.clip, UNKNOWN_COLOR, opacityOf(state, state.fillAlpha), true, state);
  }

  addFill(bounds: Bounds, isRectangle: boolean, state: GraphicsState): void {
    if (state.fillAlpha <= 0) return;
    const color = state.fillAlpha < 1 || state.isBlended ? UNKNOWN_COLOR : state.fill;
    const opacity = color === UNKNOWN_COLOR ? 0 : OPAQUE;
    this.#add(bounds, color, opacity, isRectangle, state);
  }

  /** A thick straight line, which some programs draw instead of a rectangle. */
  addBand(bounds: Bounds, state: GraphicsState): void {
    const [a, b, c, d] = state.ctm;
    const width = state.lineWidth * Math.sqrt(Math.abs(a * d - b * c));
    const [x0, y0, x1, y1] = bounds;
    if (width < MIN_BAND || state.strokeAlpha <= 0) return;
    const isLevel = y1 - y0 < 0.01;
    if (!isLevel && x1 - x0 >= 0.01) return;
    const half = width / 2;
    const band: Bounds = isLevel ? [x0, y0 - half, x1, y0 + half] : [x0 - half, y0, x0 + half, y1];
    const isSolid = state.strokeAlpha >= 1 && !state.isBlended && state.stroke !== UNKNOWN_COLOR;
    this.#add(band, isSolid ? state.stroke : UNKNOWN_COLOR, isSolid ? OPAQUE : 0, true, state);
  }

  #add(bounds: Bounds, color: Color, flags: number, isRectangle: boolean, state: GraphicsState): void {
    if (this.#flags.length >= TEXT_LIMITS.paintedAreas) return;
    const [x0, y0, x1, y1] = intersect(bounds, state.clip);
    if (!(x1 - x0 > 1 && y1 - y0 > 1)) return;
    this.#x0.push(x0);
    this.#y0.push(y0);
    this.#x1.push(x1);
    this.#y1.push(y1);
    this.#colors.push(color);
    this.#flags.push(flags | (isRectangle && state.isClipExact ? RECTANGLE : 0));
  }

  /** Whether an image is at a point, such as a scan over or under its recognised text. */
  hasImageAt(x: number, y: number): boolean {
    if (this.#images === 0) return false;
    for (let index = this.#flags.length - 1; index >= 0; index -= 1) {
      this.#pay();
      if (((this.#flags[index] as number) & IMAGE) !== 0 && this.#contains(index, x, y)) return true;
    }
    return false;
  }

  /** Whether something opaque was painted over a point since there were `since` areas. */
  isCoveredAt(x: number, y: number, since: number): boolean {
    const covering = RECTANGLE | OPAQUE;
    for (let index = this.#flags.length - 1; index >= since; index -= 1) {
      this.#pay();
      const flags = this.#flags[index] as number;
      if ((flags & covering) === covering && this.#contains(index, x, y)) return true;
    }
    return false;
  }

  /** Whether everything that may be the ground of a point has nearly this color. A page is white. */
  hasColorAt(color: Color, x: number, y: number, before: number): boolean {
    for (let index = before - 1; index >= 0; index -= 1) {
      this.#pay();
      if (!this.#contains(index, x, y)) continue;
      const ground = this.#colors[index] as number;
      if (ground === UNKNOWN_COLOR || !isSameColor(ground, color)) return false;
      if (((this.#flags[index] as number) & RECTANGLE) !== 0) return true;
    }
    return isSameColor(WHITE, color);
  }

  #contains(index: number, x: number, y: number): boolean {
    return (
      x >= (this.#x0[index] as number) &&
      x <= (this.#x1[index] as number) &&
      y >= (this.#y0[index] as number) &&
      y <= (this.#y1[index] as number)
    );
  }

  #pay(): void {
    this.#comparisons += 1;
    if (this.#comparisons > TEXT_LIMITS.comparisons) throw tooMuchText('comparisons');
  }
}

function opacityOf(state: GraphicsState, alpha: number): number {
  return alpha >= 1 && !state.isBlended ? OPAQUE : 0;
}

function isSameColor(one: Color, other: Color): boolean {
  return (
    Math.abs((one >> 16) - (other >> 16)) <= SAME_CHANNEL &&
    Math.abs(((one >> 8) & 0xff) - ((other >> 8) & 0xff)) <= SAME_CHANNEL &&
    Math.abs((one & 0xff) - (other & 0xff)) <= SAME_CHANNEL
  );
}

/** The path that is being built (ISO 32000-1 8.5.2), in displayed coordinates. */
export class CurrentPath {
  readonly #rectangles: Bounds[] = [];
  #x0 = Number.POSITIVE_INFINITY;
  #y0 = Number.POSITIVE_INFINITY;
  #x1 = Number.NEGATIVE_INFINITY;
  #y1 = Number.NEGATIVE_INFINITY;
  /** Corners of the only subpath while it may be a rectangle drawn by lines. */
  readonly #corners: number[] = [];
  #subpaths = 0;
  #hasCurves = false;

  get isEmpty(): boolean {
    return this.#x0 > this.#x1;
  }

  get bounds(): Bounds {
    return [this.#x0, this.#y0, this.#x1, this.#y1];
  }

  /** The path is one straight line. */
  get isLine(): boolean {
    return this.#subpaths === 1 && this.#corners.length === 4 && !this.#hasCurves;
  }

  clear(): void {
    this.#x0 = this.#y0 = Number.POSITIVE_INFINITY;
    this.#x1 = this.#y1 = Number.NEGATIVE_INFINITY;
    this.#rectangles.length = 0;
    this.#corners.length = 0;
    this.#subpaths = 0;
    this.#hasCurves = false;
  }

  addRectangle({ ctm }: GraphicsState, x: number, y: number, width: number, height: number): void {
    const bounds = transformBounds(ctm, x, y, x + width, y + height);
    this.#stretch(bounds[0], bounds[1]);
    this.#stretch(bounds[2], bounds[3]);
    this.#subpaths += 1;
    if (!keepsRectangles(ctm)) this.#hasCurves = true;
    else if (this.#rectangles.length <= MAX_RECTANGLES) this.#rectangles.push(bounds);
  }

  addPoint({ ctm }: GraphicsState, x: number, y: number, isStart: boolean): void {
    const [a, b, c, d, e, f] = ctm;
    const [px, py] = [a * x + c * y + e, b * x + d * y + f];
    this.#stretch(px, py);
    if (isStart) this.#subpaths += 1;
    if (this.#corners.length < 12) this.#corners.push(px, py);
  }

  addCurve(): void {
    this.#hasCurves = true;
  }

  /** Returns the rectangles if the path consists of such and none overlaps another; undefined otherwise. */
  rectangles(): readonly Bounds[] | undefined {
    if (this.#hasCurves) return undefined;
    if (this.#rectangles.length > 0) {
      const isPure = this.#subpaths === this.#rectangles.length && this.#corners.length === 0;
      return isPure && !overlap(this.#rectangles) ? this.#rectangles : undefined;
    }
    return this.#subpaths === 1 && isUprightRectangle(this.#corners, this.bounds) ? [this.bounds] : undefined;
  }

  #stretch(x: number, y: number): void {
    if (x < this.#x0) this.#x0 = x;
    if (x > this.#x1) this.#x1 = x;
    if (y < this.#y0) this.#y0 = y;
    if (y > this.#y1) this.#y1 = y;
  }
}

function overlap(rectangles: readonly Bounds[]): boolean {
  if (rectangles.length > MAX_RECTANGLES) return true;
  return rectangles.some((one, index) =>
    rectangles.slice(index + 1).some((other) => {
      const [x0, y0, x1, y1] = intersect(one, other);
      return x1 - x0 > 0.01 && y1 - y0 > 0.01;
    }),
  );
}

/** Returns true for four corners, the first perhaps again, each on two sides of the bounds and none twice. */
function isUprightRectangle(corners: readonly number[], [x0, y0, x1, y1]: Bounds): boolean {
  if (corners.length !== 8 && corners.length !== 10) return false;
  const slack = 0.01;
  let seen = 0;
  for (let at = 0; at < 8; at += 2) {
    const [x, y] = [corners[at] as number, corners[at + 1] as number];
    const [isLeft, isTop] = [Math.abs(x - x0) < slack, Math.abs(y - y0) < slack];
    if (!isLeft && Math.abs(x - x1) >= slack) return false;
    if (!isTop && Math.abs(y - y1) >= slack) return false;
    seen |= 1 << ((isLeft ? 1 : 0) + (isTop ? 2 : 0));
  }
  return seen === 15;
}
