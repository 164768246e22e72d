/** No exponent, at most four decimals. */
export function formatNumbers(...numbers: readonly number[]): string {
  return numbers.map((number) => String(Number(number.toFixed(4)))).join(' ');
}

export function fillColour(colour: readonly number[]): string {
  return setColour(colour, ['g', 'rg', 'k']);
}

export function strokeColour(colour: readonly number[]): string {
  return setColour(colour, ['G', 'RG', 'K']);
}

function setColour(colour: readonly number[], [grey, rgb, cmyk]: readonly [string, string, string]): string {
  const operator = new Map([
    [1, grey],
    [3, rgb],
    [4, cmyk],
  ]).get(colour.length);
  return operator === undefined ? '' : `${formatNumbers(...colour)} ${operator}`;
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `${formatNumbers(x, y, width, height)} re`;
}

/** For the control points of a quarter of the unit circle. */
const QUARTER_CIRCLE = 0.5523;

export function circle(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius);
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * QUARTER_CIRCLE, ry * QUARTER_CIRCLE];
  return [
    `${formatNumbers(x + rx, y)} m`,
    `${formatNumbers(x + rx, y + ky, x + kx, y + ry, x, y + ry)} c`,
    `${formatNumbers(x - kx, y + ry, x - rx, y + ky, x - rx, y)} c`,
    `${formatNumbers(x - rx, y - ky, x - kx, y - ry, x, y - ry)} c`,
    `${formatNumbers(x + kx, y - ry, x + rx, y - ky, x + rx, y)} c h`,
  ].join('\n');
}

export function halfCircle(x: number, y: number, radius: number, from: number): string {
  const first = quarterCircle(x, y, radius, from);
  const second = quarterCircle(x, y, radius, from + Math.PI / 2);
  return `${formatNumbers(x + radius * Math.cos(from), y + radius * Math.sin(from))} m ${first} ${second}`;
}

function quarterCircle(x: number, y: number, radius: number, from: number): string {
  const [cos, sin] = [Math.cos(from) * radius, Math.sin(from) * radius];
  const k = QUARTER_CIRCLE;
  const controls = [x + cos - k * sin, y + sin + k * cos, x - sin + k * cos, y + cos + k * sin];
  return `${formatNumbers(...controls, x - sin, y + cos)} c`;
}

export function polygon(points: readonly (readonly [number, number])[]): string {
  const lines = points.map(([x, y], index) => `${formatNumbers(x, y)} ${index === 0 ? 'm' : 'l'}`);
  return [...lines, 'h'].join('\n');
}

/** In q and Q; empty parts are dropped. */
export function group(...parts: readonly string[]): string {
  return ['q', ...parts.filter((part) => part !== ''), 'Q'].join('\n');
}
