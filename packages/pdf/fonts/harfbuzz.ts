import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The C functions of HarfBuzz, which load synchronously, unlike the package's JavaScript. */
interface HarfBuzzMemory {
  readonly memory: Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
}

/** Growing this memory detaches its buffer. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Node's types leave it to the DOM's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

interface Shaper extends HarfBuzzMemory {
  hb_font_create(face: number): number;
  hb_font_destroy(font: number): void;
  hb_font_get_nominal_glyph(font: number, codePoint: number, glyph: number): number;
  hb_buffer_create(): number;
  hb_buffer_reset(buffer: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_set_language(buffer: number, language: number): void;
  hb_buffer_set_flags(buffer: number, flags: number): void;
  hb_buffer_set_cluster_level(buffer: number, level: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, from: number, count: number): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
  hb_language_from_string(text: number, length: number): number;
  hb_shape(font: number, buffer: number, features: number, count: number): void;
}

/** `HB_MEMORY_MODE_READONLY`: HarfBuzz does not own the bytes. */
const READ_ONLY = 1;
const PAGE = 65_536;

const require = createRequire(import.meta.url);
let shaper: Shaper | undefined;

function loadShaper(): Shaper {
  shaper ??= instantiate<Shaper>('harfbuzzjs/dist/harfbuzz.wasm', '__wasm_call_ctors');
  return shaper;
}

/** Makes a face. The caller frees both pointers. */
function makeFace(harfbuzz: HarfBuzzMemory, bytes: Uint8Array): { face: number; data: number } {
  const data = harfbuzz.malloc(bytes.length);
  new Uint8Array(harfbuzz.memory.buffer).set(bytes, data);
  const blob = harfbuzz.hb_blob_create(data, bytes.length, READ_ONLY, 0, 0);
  const face = harfbuzz.hb_face_create(blob, 0);
  harfbuzz.hb_blob_destroy(blob);
  return { face, data };
}

// Exports of a WebAssembly module have no types.
function instantiate<T extends HarfBuzzMemory>(file: string, start: string): T {
  const module = new WebAssembly.Module(readFileSync(require.resolve(file)));
  const instance = new WebAssembly.Instance(
    module,
    importsOf(() => exports.memory),
  );
  const exports = instance.exports as unknown as T & Record<string, () => void>;
  exports[start]?.();
  return exports;
}

function importsOf(memory: () => Memory): object {
  const stop = () => {
    throw new Error('HarfBuzz aborted');
  };
  const nothing = () => 0;
  return {
    wasi_snapshot_preview1: { proc_exit: stop },
    env: {
      _abort_js: stop,
      _emscripten_runtime_keepalive_clear: nothing,
      _setitimer_js: nothing,
      emscripten_resize_heap: (bytes: number) => grow(memory(), bytes >>> 0),
    },
  };
}

function grow(memory: Memory, bytes: number): number {
  try {
    memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE));
    return 1;
  } catch {
    // HarfBuzz treats 0 as "out of memory".
    return 0;
  }
}

/** All distances are in font units. */
export interface ShapedGlyph {
  readonly glyph: number;
  /** The index of the cluster's first UTF-16 unit in the text. */
  readonly cluster: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * `full` has the default features, `marks` no kerning or ligatures, so that widths add up, and `plain` one
 * glyph for each character.
 */
export type ShapingStyle = 'full' | 'marks' | 'plain';

export interface ShapingRun {
  readonly start: number;
  readonly end: number;
  readonly isRightToLeft: boolean;
  readonly style: ShapingStyle;
  /** A tag as in BCP 47. */
  readonly language?: string | undefined;
}

const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
/** `HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES`: joiners take effect and leave no blank. */
const REMOVE_IGNORABLES = 8;
/** `HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS`: marks keep their own index in the text. */
const CLUSTER_PER_CHARACTER = 1;
/** Shaping sees so many UTF-16 units on each side of a run, which are five characters. */
const CONTEXT = 10;
/** `hb_glyph_info_t`, `hb_glyph_position_t` and `hb_feature_t` have so many bytes. */
const RECORD = 20;
const FEATURE = 16;
const TO_THE_END = 0xffffffff;

/** Some styles disable these features; `ccmp`, the last, also decomposes some letters. */
const FEATURES = ['kern', 'liga', 'clig', 'calt', 'ccmp'] as const;
const OFF_COUNT = { full: 0, marks: FEATURES.length - 1, plain: FEATURES.length } as const;

const languages = new Map<string, number>();
let buffer = 0;
let features = 0;

/** Returns the glyphs from left to right. */
function shapeRun(font: number, text: string, run: ShapingRun): ShapedGlyph[] {
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

/** HarfBuzz never frees languages, so each is made once. */
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

interface Holding {
  readonly font: number;
  readonly face: number;
  readonly data: number;
  readonly answer: number;
}

/** The garbage collector does not see HarfBuzz's memory. */
const holdings = new FinalizationRegistry<Holding>((holding) => release(loadShaper(), holding));

export class ShapedFont {
  readonly #font: number;
  readonly #answer: number;

  constructor(bytes: Uint8Array) {
    const harfbuzz = loadShaper();
    const { face, data } = makeFace(harfbuzz, bytes);
    this.#font = harfbuzz.hb_font_create(face);
    this.#answer = harfbuzz.malloc(4);
    holdings.register(this, { font: this.#font, face, data, answer: this.#answer });
  }

  glyphOf(codePoint: number): number {
    const harfbuzz = loadShaper();
    const found = harfbuzz.hb_font_get_nominal_glyph(this.#font, codePoint, this.#answer);
    return found ? new DataView(harfbuzz.memory.buffer).getUint32(this.#answer, true) : 0;
  }

  shape(text: string, run: ShapingRun): ShapedGlyph[] {
    return shapeRun(this.#font, text, run);
  }
}

function release(harfbuzz: Shaper, { font, face, data, answer }: Holding): void {
  harfbuzz.hb_font_destroy(font);
  harfbuzz.hb_face_destroy(face);
  harfbuzz.free(data);
  harfbuzz.free(answer);
}
