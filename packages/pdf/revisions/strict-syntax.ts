import { latin1 } from '../read/characters.ts';
import type { OpenObjectStream } from '../read/object-stream.ts';
import { endOfLiteral } from '../read/token-ends.ts';

/** Readers that parse longer values may differ. */
const MAX_LENGTH = 16 * 1024 * 1024;
const MAX_NESTING = 100;
const MAX_INTEGER = 0x7fff_ffff;

const BLANK = '[\\0\\t\\n\\f\\r ]';
const END = '(?=[\\0\\t\\n\\f\\r ()<>[\\]{}/%]|$)';
/** Names have `#` in escapes only, and `#00` is not one (ISO 32000-1 7.3.5), and up to 127 bytes (annex C). */
const NAME = '/(?:[^\\0\\t\\n\\f\\r ()<>[\\]{}/%#]|#(?!00)[0-9A-Fa-f]{2}){0,127}';
/** Readers split or round longer ones differently. */
const NUMBER = '[+-]?(?:\\d{1,10}(?:\\.\\d{0,32})?|\\.\\d{1,32})';
const REF = `\\d{1,10}${BLANK}+\\d{1,5}${BLANK}+R`;
const TOKEN = new RegExp(
  `${BLANK}*(?:(?<name>${NAME})${END}|(?<ref>${REF})${END}|(?<number>${NUMBER})${END}|(?<word>true|false|null)${END}` +
    `|(?<hex><[\\0\\t\\n\\f\\r 0-9A-Fa-f]*>)|(?<bracket><<|>>|[[\\](]))`,
  'y',
);
const ONLY_BLANK = /^[\0\t\n\f\r ]*$/;
const STREAM = /^[\0\t\n\f\r ]*stream\r?\n$/;
const INDEX = /^[\0\t\n\f\r \d]*$/;

/** Their values are integers: some readers ignore `/Rotate 90.0`, others do not. */
const INTEGER_KEYS: ReadonlySet<string> = new Set(['Length', 'Rotate', 'F', 'Ff', 'MaxLen', 'Q']);

/** Any number in an array, pairs of a name and a value in a dictionary. */
interface Container {
  readonly closing: ']' | '>>';
  count: number;
  /** The last key of a dictionary, without the slash. */
  key: string;
}

interface StrictOptions {
  /** The value is followed by the beginning of a stream. */
  readonly isStream?: boolean;
  /** Real numbers are refused, as in dictionaries of the file structure. */
  readonly hasOnlyIntegers?: boolean;
}

/**
 * One value, and white space or the beginning of a stream, as ISO 32000-1 7.3 defines them. Readers interpret
 * anything else differently: `[+7 0 R]`, `72e2`, `stream q` on one line.
 */
export function isStrictValue(
  bytes: Uint8Array,
  start = 0,
  { isStream = false, hasOnlyIntegers = false }: StrictOptions = {},
): boolean {
  if (bytes.length > MAX_LENGTH) return false;
  const text = latin1(bytes);
  const end = endOfValue(bytes, text, start, hasOnlyIntegers);
  return end !== undefined && (isStream ? STREAM : ONLY_BLANK).test(text.slice(end));
}

/** Its index and all members follow 7.5.7 to the letter. */
export function isStrictObjectStream({ bytes, numbers, positions }: OpenObjectStream): boolean {
  const index = latin1(bytes, 0, positions[0] ?? bytes.length);
  if (!INDEX.test(index) || (index.match(/\d+/g)?.length ?? 0) !== numbers.length * 2) return false;
  return positions.every((position, at) => {
    const next = positions[at + 1] ?? bytes.length;
    return next > position && next <= bytes.length && isStrictValue(bytes.subarray(position, next));
  });
}

function endOfValue(
  bytes: Uint8Array,
  text: string,
  start: number,
  hasOnlyIntegers: boolean,
): number | undefined {
  const open: Container[] = [];
  for (let at = start; ; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.groups;
    if (token === undefined) return undefined;
    at = TOKEN.lastIndex;
    const container = open.at(-1);
    const { bracket } = token;
    const isClosing = bracket === ']' || bracket === '>>';
    if (isClosing) {
      if (container?.closing !== bracket || (bracket === '>>' && container.count % 2 !== 0)) return undefined;
      open.pop();
    } else {
      if (!isAllowed(token, container, hasOnlyIntegers)) return undefined;
      if (container !== undefined) addTo(container, token.name);
      if (bracket === '(') at = endOfLiteral(bytes, at, bytes.length) + 1;
      else if (bracket !== undefined) open.push({ closing: bracket === '[' ? ']' : '>>', count: 0, key: '' });
    }
    if (at > bytes.length || open.length > MAX_NESTING) return undefined;
    if (open.length === 0) return at;
  }
}

function addTo(container: Container, name: string | undefined): void {
  if (container.count % 2 === 0 && name !== undefined) container.key = decodeName(name);
  container.count += 1;
}

function isAllowed(
  token: Record<string, string | undefined>,
  container: Container | undefined,
  hasOnlyIntegers: boolean,
): boolean {
  // A reference does not count as an object (7.3.10).
  if (container === undefined && token.ref !== undefined) return false;
  if (container?.closing === '>>' && container.count % 2 === 0) return token.name !== undefined;
  if (token.number === undefined) return true;
  if (token.number.includes('.') && (hasOnlyIntegers || needsInteger(container))) return false;
  return Math.abs(Number(token.number)) <= MAX_INTEGER;
}

/** Also of an indirect number, whose key is elsewhere. */
function needsInteger(container: Container | undefined): boolean {
  return container === undefined || (container.closing === '>>' && INTEGER_KEYS.has(container.key));
}

function decodeName(name: string): string {
  return name
    .slice(1)
    .replace(/#([0-9A-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}
