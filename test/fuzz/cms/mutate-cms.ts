import type { Random } from '../random.ts';
import { type DerNode, encodeDer, listNodes, parseDer, primitive } from './der-tree.ts';
import { bytes, CURVES, makeHostileKey, objectIdentifier } from './hostile-keys.ts';

/** Encoded algorithms of signatures and digests: common ones, plain ECDSA, Ed448, MD5. */
const ALGORITHMS = [
  '2a864886f70d01010b',
  '2a864886f70d01010a',
  '2a8648ce3d040302',
  '2a8648ce3d040304',
  '04007f00070101040103',
  '04007f00070101040105',
  '608648016503040201',
  '608648016503040203',
  '2b6571',
  '2a864886f70d0205',
];
const STRING_TAGS = [0x0c, 0x12, 0x13, 0x14, 0x16, 0x1a, 0x1c, 0x1e, 0x03, 0x04, 0x24];
const NULL_TAG = 0x05;
/** Depth of nesting; OpenSSL gives up at 30. */
const DEPTHS = [1, 5, 24, 31, 200, 3_000];

type Mutator = (node: DerNode, random: Random, all: readonly DerNode[]) => void;

const MUTATORS: readonly Mutator[] = [
  function replaceKey(_node, random, all) {
    const key = all.find(isPublicKey);
    if (key) Object.assign(key, makeHostileKey(random));
  },
  function replaceIdentifier(_node, random, all) {
    const identifiers = all.filter(({ tag }) => tag === 0x06);
    if (identifiers.length === 0) return;
    Object.assign(random.pick(identifiers), objectIdentifier(random.pick([...ALGORITHMS, ...CURVES])));
  },
  function replaceName(_node, random, all) {
    const strings = all.filter(({ tag }) => STRING_TAGS.includes(tag));
    if (strings.length === 0) return;
    Object.assign(random.pick(strings), primitive(random.pick(STRING_TAGS), bytes(random, random.below(40))));
  },
  function empty(node) {
    if (node.children) node.children = [];
    node.content = Buffer.alloc(0);
  },
  function removeChild(node, random) {
    node.children?.splice(random.below(node.children.length), 1);
  },
  function repeatChild(node, random) {
    const child = node.children?.[random.below(node.children.length)];
    if (child) node.children?.push(...Array.from({ length: random.length(100) }, () => child));
  },
  function swapChildren(node) {
    node.children?.reverse();
  },
  function changeBytes(node, random) {
    if (node.content.length > 0) node.content[random.below(node.content.length)] = random.below(256);
  },
  function lengthen(node, random) {
    node.content = Buffer.concat([node.content, bytes(random, random.length(300))]);
  },
  function retag(node, random) {
    node.tag = random.pick([0x02, 0x03, 0x04, NULL_TAG, 0x06, 0x17, 0x18, 0x30, 0x31, 0xa0, 0xa3, 0x80]);
    if (random.chance(0.5)) node.tag = random.below(256);
  },
  function nest(node, random) {
    let encoded = encodeDer([node]);
    // Bytes and not elements: our own tree is walked recursively.
    for (let level = random.pick(DEPTHS); level > 1; level -= 1)
      encoded = encodeDer([primitive(node.tag | 0x20, encoded)]);
    Object.assign(node, primitive(node.tag | 0x20, encoded));
  },
  function putElsewhere(node, random, all) {
    const donor = random.pick(all);
    // A copy, so that no element contains itself.
    const [copy] = parseDer(encodeDer([donor]));
    if (copy) Object.assign(node, copy);
  },
];

function isPublicKey({ children }: DerNode): boolean {
  const [algorithm, key, more] = children ?? [];
  return (
    more === undefined &&
    key?.tag === 0x03 &&
    algorithm?.tag === 0x30 &&
    algorithm.children?.[0]?.tag === 0x06
  );
}

export function mutateCms(cms: Uint8Array, random: Random): Buffer {
  const tree = parseDer(cms);
  for (let count = random.length(6); count > 0; count -= 1) {
    const all = listNodes(tree);
    if (all.length > 0) random.pick(MUTATORS)(random.pick(all), random, all);
  }
  const encoded = encodeDer(tree);
  if (encoded.length > 0 && random.chance(0.1)) encoded[random.below(encoded.length)] = random.below(256);
  return encoded;
}
