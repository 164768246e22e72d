const COMMENT = /<!--.*?-->|<\?.*?\?>/sy;
const TAG = /<(\/?)([^\s<>"'/=]+)((?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*)(\/?)>/y;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Elements and attributes of the syntax alone, and declarations. */
const SYNTAX = /^(?:rdf|x):/;
const SYNTAX_ATTRIBUTES = /^(?:xmlns|rdf:(?:about|parseType)$|x:)/;
const DECLARATION = /^xmlns:/;

/** Prefixes that `leftOut` uses. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://ns.adobe.com/xap/1.0/', 'xmp'],
  ['http://ns.adobe.com/xap/1.0/mm/', 'xmpMM'],
  ['http://ns.adobe.com/pdf/1.3/', 'pdf'],
]);
const MAX_DEPTH = 100;

interface Property {
  /** Names of the property and of the structures that contain it, outermost first. */
  readonly path: readonly string[];
  readonly value: string;
}

/**
 * `path=value`, without those in `leftOut`. Undefined for markup that is not closed, or that XMP does not need, such as
 * CDATA, and for a prefix with two namespaces. Reads the packet once, without assuming valid XML.
 */
export function readXmpProperties(packet: string, leftOut: ReadonlySet<string>): string[] | undefined {
  const reader = new XmpReader(packet);
  if (!reader.read()) return undefined;
  return reader.properties.flatMap(({ path, value }) => {
    const name = path.map((part) => reader.resolve(part)).join('/');
    return leftOut.has(name) ? [] : [`${name}=${value}`];
  });
}

class XmpReader {
  readonly properties: Property[] = [];
  readonly #packet: string;
  readonly #open: string[] = [];
  readonly #namespaces = new Map<string, string>();

  constructor(packet: string) {
    this.#packet = packet;
  }

  /** False if the packet is not sound. */
  read(): boolean {
    for (let at = this.#packet.indexOf('<'); at >= 0; ) {
      const end = this.#readMarkup(at);
      if (end === undefined) return false;
      const next = this.#packet.indexOf('<', end);
      this.#add([], this.#packet.slice(end, next < 0 ? undefined : next).trim());
      at = next;
    }
    return this.#open.length === 0;
  }

  /** Other software uses other prefixes. */
  resolve(name: string): string {
    const [prefix = '', ...local] = name.split(':');
    const namespace = this.#namespaces.get(prefix);
    if (namespace === undefined) return name;
    return [PREFIXES.get(namespace) ?? namespace, ...local].join(':');
  }

  /** The offset after it. */
  #readMarkup(at: number): number | undefined {
    COMMENT.lastIndex = at;
    if (COMMENT.test(this.#packet)) return COMMENT.lastIndex;
    TAG.lastIndex = at;
    const [, closing, name = '', attributes = '', isEmpty] = TAG.exec(this.#packet) ?? [];
    if (name === '' || name.startsWith('!') || name.startsWith('?')) return undefined;
    const end = TAG.lastIndex;
    if (closing !== '') return this.#open.pop() === name ? end : undefined;
    this.#open.push(name);
    if (this.#open.length > MAX_DEPTH || !this.#readAttributes(attributes)) return undefined;
    if (isEmpty !== '') this.#open.pop();
    return end;
  }

  #readAttributes(text: string): boolean {
    for (const [, name = '', quoted, single] of text.matchAll(ATTRIBUTE)) {
      const value = quoted ?? single ?? '';
      if (!SYNTAX_ATTRIBUTES.test(name)) this.#add([name], value);
      else if (DECLARATION.test(name) && !this.#declare(name.replace(DECLARATION, ''), value)) return false;
    }
    return true;
  }

  #declare(prefix: string, namespace: string): boolean {
    const known = this.#namespaces.get(prefix) ?? namespace;
    this.#namespaces.set(prefix, namespace);
    return known === namespace;
  }

  #add(names: readonly string[], value: string): void {
    if (value === '') return;
    const path = [...this.#open, ...names].filter((name) => !SYNTAX.test(name));
    this.properties.push({ path, value });
  }
}
