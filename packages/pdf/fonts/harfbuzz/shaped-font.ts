import { loadShaper, makeFace, type Shaper } from './harfbuzz-module.ts';
import { type ShapedGlyph, type ShapingRun, shapeRun } from './shape-run.ts';

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
