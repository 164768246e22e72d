const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const SYNTAX = /^(xmlns|rdf:|x:|xml:)/;

/**
 * `name=value`, without those in `leftOut`. Undefined for unterminated markup, or markup that XMP does not
 * need, such as CDATA. Reads the packet once, without assuming valid XML.
 */
export function readXmpProperties(packet: string, leftOut: ReadonlySet<string>): string[] | undefined {
  const found: string[] = [];
  let name = '';
  for (let at = packet.indexOf('<'); at >= 0; ) {
    const markup = markupAt(packet, at);
    if (markup === undefined) return undefined;
    if (markup.isTag) {
      name = /^[\w:.-]*/.exec(markup.text)?.[0] ?? '';
      found.push(...listAttributes(markup.text, leftOut));
    }
    const next = packet.indexOf('<', markup.end);
    const text = packet.slice(markup.end, next < 0 ? undefined : next).trim();
    if (text !== '' && !leftOut.has(name)) found.push(`${name}=${text}`);
    at = next;
  }
  return found;
}

interface Markup {
  readonly text: string;
  readonly isTag: boolean;
  /** After it. */
  readonly end: number;
}

function markupAt(packet: string, at: number): Markup | undefined {
  if (packet.startsWith('<!', at) && !packet.startsWith('<!--', at)) return undefined;
  const [closing, isTag] = packet.startsWith('<?', at)
    ? ['?>', false]
    : packet.startsWith('<!--', at)
      ? ['-->', false]
      : ['>', true];
  const end = packet.indexOf(closing, at);
  return end < 0 ? undefined : { text: packet.slice(at + 1, end), isTag, end: end + closing.length };
}

function listAttributes(tag: string, leftOut: ReadonlySet<string>): string[] {
  return [...tag.matchAll(ATTRIBUTE)].flatMap(([, name = '', quoted, single]) =>
    SYNTAX.test(name) || leftOut.has(name) ? [] : [`${name}=${quoted ?? single}`],
  );
}
