import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Its C functions, loaded synchronously, unlike the package's JavaScript. */
export interface HarfBuzzMemory {
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

/** Growing it detaches the buffer. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Node's types leave it to the DOM's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

export interface Shaper extends HarfBuzzMemory {
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

export function loadShaper(): Shaper {
  shaper ??= instantiate<Shaper>('harfbuzzjs/dist/harfbuzz.wasm', '__wasm_call_ctors');
  return shaper;
}

/** The caller frees both pointers. */
export function makeFace(harfbuzz: HarfBuzzMemory, bytes: Uint8Array): { face: number; data: number } {
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
