import { type Profiler, Session } from 'node:inspector';

/** What happened between two calls of `takeSteps`. */
export interface Steps {
  /** Characters, bytes and items that builtin functions went through, by the name of the function. */
  readonly builtins: ReadonlyMap<string, number>;
  /** By place and name. */
  readonly functions: ReadonlyMap<string, readonly Profiler.CoverageRange[]>;
}

const counts = new Map<string, number>();

function add(name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

// biome-ignore lint/suspicious/noExplicitAny: builtin functions of any signature
type Builtin = (...args: any[]) => any;
// biome-ignore lint/suspicious/noExplicitAny: what builtin functions take and return
type Cost = (self: any, args: any[], result: any) => number;

const lengthOf: Cost = (self) => self.length;
const resultLength: Cost = (_, __, result) => result?.length ?? 0;
const argumentLength: Cost = (_, [first]) => first?.length ?? first?.byteLength ?? 0;
const found: Cost = (self, _, result) => (result < 0 ? self.length : Number(result) + 1);
const isAnchored = ({ source, sticky, multiline }: RegExp) =>
  sticky || (source.startsWith('^') && !multiline);
/** What an anchored expression looks at is known only if it matches. */
const matched: Cost = (self: RegExp, [text], result) => {
  const length = String(text).length;
  if (result !== null) return result.index + result[0].length;
  return isAnchored(self) && !/[*+]\)?\$$/.test(self.source) ? 1 : length;
};

const TEXT: Readonly<Record<string, Cost>> = {
  split: lengthOf,
  replace: lengthOf,
  replaceAll: lengthOf,
  match: (self, [pattern]) => (pattern?.global ? self.length : 0),
  normalize: lengthOf,
  toLowerCase: lengthOf,
  toUpperCase: lengthOf,
  repeat: resultLength,
  padStart: resultLength,
  padEnd: resultLength,
  localeCompare: lengthOf,
  indexOf: found,
  lastIndexOf: (self, _, result) => self.length - Math.max(0, result),
  includes: lengthOf,
  isWellFormed: lengthOf,
};
const LIST: Readonly<Record<string, Cost>> = {
  indexOf: found,
  includes: lengthOf,
  join: lengthOf,
  slice: resultLength,
  concat: resultLength,
  splice: (self, [start]) => self.length - start,
  shift: lengthOf,
  unshift: lengthOf,
  reverse: lengthOf,
  toReversed: lengthOf,
  with: lengthOf,
  fill: lengthOf,
  flat: resultLength,
  push: (_, args) => args.length,
};
const BYTES: Readonly<Record<string, Cost>> = {
  set: argumentLength,
  slice: resultLength,
  fill: lengthOf,
  indexOf: found,
  includes: lengthOf,
  join: lengthOf,
};
const BUFFER: Readonly<Record<string, Cost>> = {
  toString: resultLength,
  latin1Slice: resultLength,
  utf8Slice: resultLength,
  indexOf: found,
  lastIndexOf: (self, _, result) => self.length - Math.max(0, result),
  includes: lengthOf,
  copy: (_, __, result) => result,
  equals: lengthOf,
  compare: lengthOf,
};

function countCalls(owner: object, kind: string, costs: Readonly<Record<string, Cost>>): void {
  for (const [name, cost] of Object.entries(costs)) {
    const original = Reflect.get(owner, name) as Builtin | undefined;
    if (original === undefined) continue;
    const counted: Builtin = function (this: unknown, ...args) {
      const result = Reflect.apply(original, this, args);
      add(`${kind}.${name}`, cost(this, args, result));
      return result;
    };
    Object.defineProperty(owner, name, { value: counted, configurable: true, writable: true });
  }
}

/** Spreading and destructuring call it as well, once it is replaced. */
function countIteration(kind: string, sample: Iterator<unknown>): void {
  countCalls(Object.getPrototypeOf(sample), kind, { next: () => 1 });
}

function countRegularExpressions(): void {
  for (const name of ['exec', 'test'] as const) {
    const original = RegExp.prototype.exec;
    const counted = function (this: RegExp, text: string) {
      const start = this.global || this.sticky ? this.lastIndex : 0;
      const result = Reflect.apply(original, this, [text]);
      add(`/${this.source}/`, Math.max(1, matched(this, [text], result) - start));
      return name === 'exec' ? result : result !== null;
    };
    Object.defineProperty(RegExp.prototype, name, { value: counted, configurable: true, writable: true });
  }
}

function countBuiltins(): void {
  countRegularExpressions();
  countCalls(String.prototype, 'string', TEXT);
  countCalls(Array.prototype, 'array', LIST);
  countCalls(Object.getPrototypeOf(Uint8Array.prototype), 'bytes', BYTES);
  countCalls(Buffer.prototype, 'buffer', BUFFER);
  countCalls(Buffer, 'Buffer', {
    concat: resultLength,
    from: (_, [source], result) => (source instanceof ArrayBuffer ? 0 : result.length),
    alloc: resultLength,
  });
  countCalls(Object, 'Object', {
    keys: resultLength,
    entries: resultLength,
    values: resultLength,
    fromEntries: (_, __, result) => Object.keys(result).length,
    assign: (_, [, source]) => Object.keys(source ?? {}).length,
  });
  countCalls(JSON, 'JSON', { stringify: resultLength, parse: argumentLength });
  countIteration('array iterator', [][Symbol.iterator]());
  countIteration('string iterator', ''[Symbol.iterator]());
  countIteration('map iterator', new Map()[Symbol.iterator]());
  countIteration('set iterator', new Set()[Symbol.iterator]());
}

const session = new Session();

/** Before the code to be counted is loaded. */
export function startCounting(): void {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/** Once it is loaded: what loading costs does not matter. */
export function startCountingBuiltins(): void {
  countBuiltins();
  takeSteps();
}

/** Since the last call. */
export function takeSteps(): Steps {
  const builtins = new Map(counts);
  const functions = new Map<string, readonly Profiler.CoverageRange[]>();
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error !== null) throw error;
    for (const { url, functions: listed } of coverage.result) {
      if (!url.startsWith('file:') || url === import.meta.url) continue;
      for (const { functionName, ranges } of listed)
        functions.set(`${url}#${ranges[0]?.startOffset} ${functionName}`, ranges);
    }
  });
  counts.clear();
  return { builtins, functions };
}

/** Executions of the code at an offset. V8 leaves out a block that ran as often as the code around it. */
function countAt(ranges: readonly Profiler.CoverageRange[] = [], offset: number): number {
  return (
    ranges.findLast(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)?.count ?? 0
  );
}

/** Code that runs more often than its input grows, which is twice as large each time. */
export function findSteep(taken: readonly Steps[], least: number): string[] {
  const names = new Set(taken.flatMap(({ functions }) => [...functions.keys()]));
  const places = [...names].flatMap((name) => {
    const ranges = taken.map(({ functions }) => functions.get(name) ?? []);
    const offsets = new Set(ranges.flat().map(({ startOffset }) => startOffset));
    return Array.from(offsets, (offset) => ({
      place: `${name} at ${offset}`,
      counts: ranges.map((listed) => countAt(listed, offset)),
    }));
  });
  const builtins = Array.from(taken.at(-1)?.builtins.keys() ?? [], (name) => ({
    place: name,
    counts: taken.map((steps) => steps.builtins.get(name) ?? 0),
  }));
  return [...places, ...builtins]
    .filter(({ counts }) => isSteep(counts, least))
    .map(({ place, counts }) => `${counts.join(', ')}: ${place}`);
}

/** Of two differences in turn: twice is linear, four times quadratic, sorting a little more than twice. */
const STEEP = 2.9;

/** As a full buffer or cache may take several steps at once, and the first has nothing to compare with. */
function isSteep(counts: readonly number[], least: number): boolean {
  const differences = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  const rises = differences
    .slice(1)
    .map((difference, index) => difference / Math.max(least / 16, differences[index] ?? 0));
  return (differences.at(-1) ?? 0) > least && rises.every((rise) => rise > STEEP);
}
