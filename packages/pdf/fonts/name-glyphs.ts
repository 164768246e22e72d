import type { EmbeddedFont } from './embedded-font.ts';
import type { ShapedGlyph } from './harfbuzz/shape-run.ts';
import { mirrorOf } from './layout/bidi.ts';
import type { GlyphCluster } from './layout/lay-out-line.ts';

const IGNORABLES = /\p{Default_Ignorable_Code_Point}/gu;

/** For extraction (ISO 32000-1 14.9.4 and 9.10.3). */
export interface NamedCluster {
  /** Otherwise it needs /ActualText. */
  readonly isFullyNamed: boolean;
  /** Without text or width of their own, such as dots of Arabic letters. */
  readonly silent: ReadonlySet<ShapedGlyph>;
}

/**
 * Joiners of right-to-left text are dropped: /ActualText for them would make most readers reorder the line.
 */
export function nameGlyphs(cluster: GlyphCluster, isRightToLeft: boolean, font: EmbeddedFont): NamedCluster {
  if (!isRightToLeft && isOwnGlyph(cluster, font)) return nameOwnGlyph(cluster, font);
  const plain = cluster.text.replace(IGNORABLES, '') || cluster.text;
  const decomposed = decompose(plain, cluster.glyphs, font);
  const names = findNames(decomposed, cluster.glyphs, isRightToLeft, font);
  const accepted = [...names].map(([glyph, name]) => name === '' || font.nameGlyph(glyph.glyph, name));
  const nameless = cluster.glyphs.filter((glyph) => names.get(glyph) === '');
  if (nameless.some(({ advance }) => advance !== 0)) return { isFullyNamed: false, silent: new Set() };
  const silent = new Set(nameless);
  const reading = isRightToLeft ? [...cluster.glyphs].reverse() : cluster.glyphs;
  const joined = reading.map((glyph) => names.get(glyph)).join('');
  const isText = isSameText(joined, plain) || joined === mirrorOf(plain);
  return {
    isFullyNamed: isText && accepted.every(Boolean) && (isRightToLeft || plain === cluster.text),
    silent,
  };
}

const NO_GLYPHS: ReadonlySet<ShapedGlyph> = new Set();
const PRINTABLE_ASCII = /^[ -~]$/;

function isOwnGlyph({ text, glyphs }: GlyphCluster, font: EmbeddedFont): boolean {
  return glyphs.length === 1 && PRINTABLE_ASCII.test(text) && glyphs[0]?.glyph === glyphOf(text, font);
}

function nameOwnGlyph({ text, glyphs }: GlyphCluster, font: EmbeddedFont): NamedCluster {
  return { isFullyNamed: glyphs.every(({ glyph }) => font.nameGlyph(glyph, text)), silent: NO_GLYPHS };
}

function findNames(
  text: string,
  glyphs: readonly ShapedGlyph[],
  isRightToLeft: boolean,
  font: EmbeddedFont,
): Map<ShapedGlyph, string> {
  const own = new Map([...text].map((each) => [glyphOf(each, font), each]));
  const mirrored = isRightToLeft ? mirrorOf(text) : undefined;
  if (mirrored !== undefined) own.set(glyphOf(mirrored, font), mirrored);
  const drawn = new Set(glyphs.map(({ glyph }) => glyph));
  const rest = [...text].filter((each) => !drawn.has(glyphOf(each, font))).join('');
  const others = glyphs.filter(({ glyph }) => !own.has(glyph));
  const widest = others.toSorted((a, b) => b.advance - a.advance)[0];
  return new Map(glyphs.map((each) => [each, own.get(each.glyph) ?? (each === widest ? rest : '')]));
}

/** Such as Thai U+0E33, whose parts other words use too. */
function decompose(text: string, glyphs: readonly ShapedGlyph[], font: EmbeddedFont): string {
  const apart = text.normalize('NFKD');
  const added = [...apart].filter((each) => !text.includes(each)).map((each) => glyphOf(each, font));
  return glyphs.some(({ glyph }) => added.includes(glyph)) ? apart : text;
}

function glyphOf(character: string, font: EmbeddedFont): number {
  return font.face.glyphOf(character.codePointAt(0) ?? 0);
}

/** Marks on one letter may be in either order. */
function isSameText(one: string, other: string): boolean {
  return one === other || one.normalize('NFD') === other.normalize('NFD');
}
