import { loadShaper, type Shaper } from './harfbuzz-module.ts';

/** Distances in font units. */
export interface ShapedGlyph {
  readonly glyph: number;
  /** Of its first UTF-16 unit in the text. */
  readonly cluster: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * `full`: default features. `marks`: no kerning or ligatures, so that widths add up. `plain`: one glyph for
 * each character.
 */
export type ShapingStyle = 'full' | 'marks' | 'plain';

export interface ShapingRun {
  readonly start: number;
  readonly end: number;
  readonly isRightToLeft: boolean;
  readonly style: ShapingStyle;
  /** BCP 47. */
  readonly language?: string | undefined;
}

const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
/** `HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES`: joiners take effect and leave no blank. */
const REMOVE_IGNORABLES = 8;
/** `HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS`: marks keep their own index in the text. */
const CLUSTER_PER_CHARACTER = 1;
/** UTF-16 units on each side: five characters. */
const CONTEXT = 10;
/** Bytes of `hb_glyph_info_t`, `hb_glyph_position_t` and `hb_feature_t`. */
const RECORD = 20;
const FEATURE = 16;
const TO_THE_END = 0xffffffff;

/** Disabled by styles; `ccmp`, the last, also decomposes some letters. */
const FEATURES = ['kern', 'liga', 'clig', 'calt', 'ccmp'] as const;
const OFF_COUNT = { full: 0, marks: FEATURES.length - 1, plain: FEATURES.length } as const;

const languages = new Map<string, number>();
let buffer = 0;
let features = 0;

/** From left to right. */
export function shapeRun(font: number, text: string, run: ShapingRun): ShapedGlyph[] {
  const harfbuzz = loadShaper();
  buffer ||= harfbuzz.hb_buffer_create();
  const first = Math.max(0, run.start - CONTEXT);
  fillBuffer(harfbuzz, text.slice(first, run.end + CONTEXT), first, run);
  harfbuzz.hb_shape(font, buffer, featuresOff(harfbuzz), OFF_COUNT[run.style]);
  return readGlyphs(harfbuzz, first);
}

function fillBuffer(harfbuzz: Shaper, text: string, first: number, run: ShapingRun): void {
  harfbuzz.hb_buffer_reset(buffer);
  const pointer = harfbuzz.malloc(text.length * 2);
  const units = new Uint16Array(harfbuzz.memory.buffer, pointer, text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  harfbuzz.hb_buffer_add_utf16(buffer, pointer, text.length, run.start - first, run.end - run.start);
  harfbuzz.free(pointer);
  harfbuzz.hb_buffer_set_cluster_level(buffer, CLUSTER_PER_CHARACTER);
  harfbuzz.hb_buffer_set_flags(buffer, REMOVE_IGNORABLES);
  harfbuzz.hb_buffer_set_direction(buffer, run.isRightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
  harfbuzz.hb_buffer_set_language(buffer, languageOf(harfbuzz, run.language ?? 'und'));
  harfbuzz.hb_buffer_guess_segment_properties(buffer);
}

function readGlyphs(harfbuzz: Shaper, first: number): ShapedGlyph[] {
  const count = harfbuzz.hb_buffer_get_length(buffer);
  const infos = harfbuzz.hb_buffer_get_glyph_infos(buffer, 0);
  const positions = harfbuzz.hb_buffer_get_glyph_positions(buffer, 0);
  const view = new DataView(harfbuzz.memory.buffer);
  return Array.from({ length: count }, (_, index) => {
    const info = infos + index * RECORD;
    const position = positions + index * RECORD;
    return {
      glyph: view.getUint32(info, true),
      cluster: first + view.getUint32(info + 8, true),
      advance: view.getInt32(position, true),
      dx: view.getInt32(position + 8, true),
      dy: view.getInt32(position + 12, true),
    };
  });
}

function featuresOff(harfbuzz: Shaper): number {
  if (features !== 0) return features;
  features = harfbuzz.malloc(FEATURES.length * FEATURE);
  const view = new DataView(harfbuzz.memory.buffer, features);
  FEATURES.forEach((tag, index) => {
    view.setUint32(index * FEATURE, Buffer.from(tag, 'latin1').readUInt32BE(), true);
    view.setUint32(index * FEATURE + 4, 0, true);
    view.setUint32(index * FEATURE + 8, 0, true);
    view.setUint32(index * FEATURE + 12, TO_THE_END, true);
  });
  return features;
}

/** HarfBuzz never frees them. */
function languageOf(harfbuzz: Shaper, language: string): number {
  const known = languages.get(language);
  if (known !== undefined) return known;
  const bytes = Buffer.from(language, 'latin1');
  const pointer = harfbuzz.malloc(bytes.length);
  new Uint8Array(harfbuzz.memory.buffer).set(bytes, pointer);
  const made = harfbuzz.hb_language_from_string(pointer, bytes.length);
  harfbuzz.free(pointer);
  languages.set(language, made);
  return made;
}
