import type { FontFace } from '../font-face.ts';
import type { FontStack } from '../font-stack.ts';
import type { ShapingStyle } from '../harfbuzz/shape-run.ts';
import { SCRIPTS_WITH_A_FONT } from '../known-fonts.ts';
import { findLevels, type TextDirection } from './bidi.ts';
import { splitText } from './segments.ts';
import { isSimpleScript, isSimpleText } from './simple-text.ts';

export interface TextRun {
  readonly face: FontFace;
  readonly level: number;
  readonly style: ShapingStyle;
  readonly start: number;
  readonly end: number;
}

interface Cluster extends TextRun {
  /** Undefined: any. */
  readonly script: string | undefined;
}

/** Those with shaping rules of their own. */
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  ...SCRIPTS_WITH_A_FONT,
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
].map((name) => ({ name, pattern: new RegExp(`^\\p{Script=${name}}`, 'u') }));
const NO_SCRIPT = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** In text order. Throws `text_not_drawable`. */
export function splitRuns(
  text: string,
  direction: TextDirection,
  fonts: FontStack,
  isFullyShaped = false,
): TextRun[] {
  const runs: Cluster[] = [];
  for (const listed of listClusters(text, direction, fonts)) {
    const cluster: Cluster = isFullyShaped ? { ...listed, style: 'full' } : listed;
    const last = runs.at(-1);
    if (last && belongs(cluster, last)) runs[runs.length - 1] = join(last, cluster);
    else runs.push(cluster);
  }
  return runs;
}

function listClusters(text: string, direction: TextDirection, fonts: FontStack): Cluster[] {
  const levels = findLevels([...text], direction);
  let face: FontFace | undefined;
  let [character, start] = [0, 0];
  return splitText(text, 'grapheme').map((segment) => {
    const level = levels[character] ?? 0;
    character += [...segment].length;
    start += segment.length;
    face = fonts.chooseFor(segment, face) ?? face ?? fonts.first;
    const script = scriptOf(segment);
    return { face, level, script, style: styleOf(segment), start: start - segment.length, end: start };
  });
}

function belongs(cluster: Cluster, run: Cluster): boolean {
  if (cluster.face !== run.face || cluster.level !== run.level) return false;
  if (cluster.script !== undefined && run.script !== undefined && cluster.script !== run.script) return false;
  return cluster.style === run.style || (cluster.script === undefined && run.style === 'full');
}

function join(run: Cluster, cluster: Cluster): Cluster {
  return { ...run, script: run.script ?? cluster.script, end: cluster.end };
}

function styleOf(cluster: string): ShapingStyle {
  if (isSimpleText(cluster)) return 'plain';
  return [...cluster].every(isSimpleScript) ? 'marks' : 'full';
}

function scriptOf(cluster: string): string | undefined {
  const telling = [...cluster].find((character) => !NO_SCRIPT.test(character));
  if (telling === undefined) return undefined;
  return SCRIPTS.find(({ pattern }) => pattern.test(telling))?.name ?? 'Other';
}
