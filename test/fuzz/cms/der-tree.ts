import { listBer } from '../../../packages/seal/cms/ber-elements.ts';

/** A mutable DER element. Constructed ones have elements instead of bytes. */
export interface DerNode {
  tag: number;
  children: DerNode[] | undefined;
  content: Buffer;
}

const CONSTRUCTED = 0x20;

/** Maximum depth to parse; real files have about 20. */
const MAX_DEPTH = 60;

/** Parses DER; invalid or too deep content stays bytes. */
export function parseDer(bytes: Uint8Array, depth = 0): DerNode[] {
  return listBer(bytes).map(({ tag, content }) => {
    const children = tag & CONSTRUCTED && depth < MAX_DEPTH ? parseDer(content, depth + 1) : undefined;
    return { tag, children, content: Buffer.from(content) };
  });
}

export function encodeDer(nodes: readonly DerNode[]): Buffer {
  return Buffer.concat(nodes.map(encodeNode));
}

export function primitive(tag: number, content: Uint8Array): DerNode {
  return { tag, children: undefined, content: Buffer.from(content) };
}

export function constructed(tag: number, ...children: DerNode[]): DerNode {
  return { tag, children, content: Buffer.alloc(0) };
}

export function listNodes(nodes: readonly DerNode[]): DerNode[] {
  return nodes.flatMap((node) => [node, ...listNodes(node.children ?? [])]);
}

function encodeNode({ tag, children, content }: DerNode): Buffer {
  const body = children === undefined ? content : encodeDer(children);
  return Buffer.concat([Buffer.of(tag), encodeLength(body.length), body]);
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(0x80 | digits.length), digits]);
}
