import { PDFDict, type PDFObject, PDFStream } from 'pdf-lib';
import type { Matrix } from '../pages/page-box.ts';
import { asNumber, lookupArray, lookupDict, lookupName, lookupNumber, nameOf } from '../read/lookup.ts';
import { readNumbers } from './colors.ts';
import { type ContentDict, endOfImageData } from './content-dict.ts';
import { ContentTokens, operatorCode } from './content-tokens.ts';
import { addToPath, listNumbers, setColor } from './graphics-operators.ts';
import {
  type GraphicsState,
  intersect,
  keepsRectangles,
  multiply,
  transformBounds,
} from './graphics-state.ts';
import { TEXT_LIMITS, tooMuchText } from './limits.ts';
import { MarkedContent } from './marked-content.ts';
import { CurrentPath, type PaintedAreas } from './painted-areas.ts';
import { TextPen } from './text-pen.ts';
import type { TextResources } from './text-resources.ts';
import type { WordBuilder } from './word-builder.ts';

const [SHOW, SHOW_LIST, NEXT_LINE_SHOW, SPACED_SHOW] = ['Tj', 'TJ', "'", '"'].map(operatorCode);
const [MOVE, MOVE_LEADING, TEXT_MATRIX, NEXT_LINE] = ['Td', 'TD', 'Tm', 'T*'].map(operatorCode);
const [FONT, CHARACTER_SPACING, WORD_SPACING, SCALE] = ['Tf', 'Tc', 'Tw', 'Tz'].map(operatorCode);
const [LEADING, RENDER_MODE, RISE, BEGIN_TEXT] = ['TL', 'Tr', 'Ts', 'BT'].map(operatorCode);
const [SAVE, RESTORE, TRANSFORM, GRAPHICS_STATE] = ['q', 'Q', 'cm', 'gs'].map(operatorCode);
const LINE_WIDTH = operatorCode('w');
const [FILL, FILL_OLD, FILL_EVEN_ODD, END_PATH] = ['f', 'F', 'f*', 'n'].map(operatorCode);
const [STROKE, CLOSE_STROKE, CLIP, CLIP_EVEN_ODD] = ['S', 's', 'W', 'W*'].map(operatorCode);
const [BOTH, BOTH_EVEN_ODD, CLOSE_BOTH, CLOSE_BOTH_EVEN_ODD] = ['B', 'B*', 'b', 'b*'].map(operatorCode);
const [PAINT_OBJECT, SHADE, BEGIN_IMAGE] = ['Do', 'sh', 'BI'].map(operatorCode);
const [BEGIN_MARKED, BEGIN_MARKED_BY, END_MARKED] = ['BMC', 'BDC', 'EMC'].map(operatorCode);

/** Runs through the content of a page, and hands its glyphs and areas on. */
export class ContentInterpreter {
  readonly #shared: TextResources;
  readonly #areas: PaintedAreas;
  readonly #pen: TextPen;
  readonly #path = new CurrentPath();
  readonly #marked: MarkedContent;
  readonly #drawing = new Set<PDFStream>();
  #state: GraphicsState;
  #resources: PDFDict | undefined;
  #isClipPending = false;
  #bytesLeft: number = TEXT_LIMITS.pageContent;
  #formsLeft: number = TEXT_LIMITS.forms;

  /** Forms and appearances without resources of their own have those of the page. */
  constructor(
    shared: TextResources,
    words: WordBuilder,
    areas: PaintedAreas,
    state: GraphicsState,
    resources: PDFDict | undefined,
  ) {
    this.#resources = resources;
    this.#shared = shared;
    this.#areas = areas;
    this.#state = state;
    this.#pen = new TextPen(words, areas);
    this.#marked = new MarkedContent(shared.layers, words);
  }

  /** Throws `too_complex`. */
  run(bytes: Uint8Array, resources = this.#resources): void {
    this.#bytesLeft -= bytes.length;
    if (this.#bytesLeft < 0) throw tooMuchText('pageContent');
    this.#shared.spend(bytes.length);
    const outer = { resources: this.#resources, marks: this.#marked.enter(), state: this.#state };
    this.#resources = resources;
    this.#state = outer.state.clone();
    this.#pen.changed();
    const tokens = new ContentTokens(bytes);
    const saved: GraphicsState[] = [];
    for (let operator = tokens.next(); operator !== 0; operator = tokens.next()) {
      if (operator === SAVE) this.#save(saved);
      else if (operator === RESTORE) this.#restore(saved);
      else this.#apply(operator, tokens);
    }
    this.#resources = outer.resources;
    this.#marked.leave(outer.marks);
    this.#state = outer.state;
    this.#pen.changed();
  }

  /** Draws a form XObject or an appearance. */
  drawForm(form: PDFStream, matrix?: Matrix): void {
    if (this.#drawing.has(form) || this.#drawing.size >= TEXT_LIMITS.formDepth) return;
    this.#formsLeft -= 1;
    if (this.#formsLeft < 0) throw tooMuchText('forms');
    const bytes = this.#shared.decodeForm(form);
    if (bytes === undefined) return;
    const outer = this.#state;
    const state = outer.clone();
    if (matrix !== undefined) state.ctm = multiply(matrix, state.ctm);
    state.ctm = multiply(toMatrix(readNumbers(form.dict, 'Matrix')), state.ctm);
    if (lookupDict(form.dict, 'Group') !== undefined) state.beginGroup();
    const box = readNumbers(form.dict, 'BBox');
    if (box?.length === 4) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
      state.clip = intersect(state.clip, transformBounds(state.ctm, x0, y0, x1, y1));
    }
    this.#state = state;
    this.#drawing.add(form);
    const isHidden = !this.#shared.layers.isShown(form.dict.lookup(nameOf('OC')));
    if (isHidden) this.#marked.hide(true);
    const pen = this.#pen.suspend();
    this.run(bytes, lookupDict(form.dict, 'Resources'));
    this.#pen.resume(pen);
    if (isHidden) this.#marked.hide(false);
    this.#drawing.delete(form);
    this.#state = outer;
    this.#pen.changed();
  }

  #save(saved: GraphicsState[]): void {
    if (saved.length >= TEXT_LIMITS.savedStates) return;
    saved.push(this.#state);
    this.#state = this.#state.clone();
  }

  #restore(saved: GraphicsState[]): void {
    const state = saved.pop();
    if (state === undefined) return;
    this.#state = state;
    this.#pen.changed();
  }

  #apply(operator: number, tokens: ContentTokens): void {
    const state = this.#state;
    const pen = this.#pen;
    switch (operator) {
      case SHOW:
      case SHOW_LIST:
        this.#show(tokens);
        return;
      case MOVE:
        pen.move(tokens.number(0), tokens.number(1));
        return;
      case TEXT_MATRIX:
        pen.setMatrix(tokens);
        return;
      case FONT:
        this.#setFont(tokens);
        return;
      case BEGIN_TEXT:
        pen.begin();
        return;
      case NEXT_LINE:
        pen.move(0, -state.leading);
        return;
      case MOVE_LEADING:
        state.leading = -tokens.number(1);
        pen.move(tokens.number(0), tokens.number(1));
        return;
      case CHARACTER_SPACING:
        state.characterSpacing = tokens.number(0);
        return;
      case WORD_SPACING:
        state.wordSpacing = tokens.number(0);
        return;
      case SCALE:
        state.horizontalScale = tokens.number(0) / 100;
        return;
      case LEADING:
        state.leading = tokens.number(0);
        return;
      case RENDER_MODE:
        state.renderMode = tokens.number(0);
        pen.changed();
        return;
      case RISE:
        state.rise = tokens.number(0);
        return;
      case NEXT_LINE_SHOW:
        pen.move(0, -state.leading);
        this.#show(tokens);
        return;
      case SPACED_SHOW:
        state.wordSpacing = tokens.number(0);
        state.characterSpacing = tokens.number(1);
        pen.move(0, -state.leading);
        this.#show(tokens, 2);
        return;
      default:
        this.#applyGraphics(operator, tokens);
        return;
    }
  }

  #applyGraphics(operator: number, tokens: ContentTokens): void {
    const state = this.#state;
    if (addToPath(operator, tokens, state, this.#path)) return;
    switch (operator) {
      case TRANSFORM:
        if (tokens.count >= 6) state.ctm = multiply(toMatrix(listNumbers(tokens)), state.ctm);
        return;
      case FILL:
      case FILL_OLD:
      case FILL_EVEN_ODD:
      case BOTH:
      case BOTH_EVEN_ODD:
      case CLOSE_BOTH:
      case CLOSE_BOTH_EVEN_ODD:
        if (!this.#marked.isHidden) this.#fillPath();
        this.#endPath();
        return;
      case STROKE:
      case CLOSE_STROKE:
        if (!this.#marked.isHidden && this.#path.isLine) this.#areas.addBand(this.#path.bounds, state);
        this.#endPath();
        return;
      case END_PATH:
        this.#endPath();
        return;
      case CLIP:
      case CLIP_EVEN_ODD:
        this.#isClipPending = true;
        return;
      case LINE_WIDTH:
        state.lineWidth = tokens.number(0);
        return;
      default:
        if (!setColor(operator, tokens, state, (name) => this.#shared.findSpace(name, this.#resources)))
          this.#applyOther(operator, tokens);
        else this.#pen.changed();
    }
  }

  #applyOther(operator: number, tokens: ContentTokens): void {
    if (operator === BEGIN_MARKED_BY || operator === BEGIN_MARKED || operator === END_MARKED)
      this.#applyMark(operator, tokens);
    else if (operator === PAINT_OBJECT) this.#paintObject(tokens);
    else if (operator === GRAPHICS_STATE) this.#setGraphicsState(tokens);
    else if (operator === SHADE && !this.#marked.isHidden) this.#areas.addShading(this.#state);
    else if (operator === BEGIN_IMAGE) this.#paintInlineImage(tokens);
  }

  #applyMark(operator: number, tokens: ContentTokens): void {
    const properties = tokens.value(1);
    if (operator === BEGIN_MARKED) this.#marked.beginPlain();
    else if (operator === END_MARKED) this.#marked.end();
    else this.#marked.begin(tokens.value(0), properties, this.#resourceOf('Properties', properties));
    this.#pen.changed();
  }

  #show(tokens: ContentTokens, from = 0): void {
    this.#pen.show(this.#state, tokens, from, this.#marked.isHidden);
  }

  #setFont(tokens: ContentTokens): void {
    const name = tokens.value(0);
    this.#state.fontSize = tokens.number(1);
    if (typeof name === 'string') this.#state.font = this.#shared.findFont(name, this.#resources);
  }

  #fillPath(): void {
    const path = this.#path;
    if (path.isEmpty) return;
    const rectangles = path.rectangles();
    if (rectangles === undefined) this.#areas.addFill(path.bounds, false, this.#state);
    else for (const rectangle of rectangles) this.#areas.addFill(rectangle, true, this.#state);
  }

  #endPath(): void {
    const path = this.#path;
    if (this.#isClipPending) {
      const state = this.#state;
      const rectangles = path.isEmpty ? undefined : path.rectangles();
      if (!path.isEmpty) state.clip = intersect(state.clip, path.bounds);
      if (rectangles?.length !== 1 || !keepsRectangles(state.ctm)) state.isClipExact = false;
      this.#isClipPending = false;
      this.#pen.changed();
    }
    path.clear();
  }

  #setGraphicsState(tokens: ContentTokens): void {
    const dict = this.#resourceOf('ExtGState', tokens.value(0));
    if (!(dict instanceof PDFDict)) return;
    const state = this.#state;
    const [fillAlpha, strokeAlpha] = [lookupNumber(dict, 'ca'), lookupNumber(dict, 'CA')];
    if (fillAlpha !== undefined) state.fillAlpha = fillAlpha * state.groupAlpha;
    if (strokeAlpha !== undefined) state.strokeAlpha = strokeAlpha * state.groupAlpha;
    state.lineWidth = lookupNumber(dict, 'LW') ?? state.lineWidth;
    const mode = lookupName(dict, 'BM');
    const mask = dict.lookup(nameOf('SMask'));
    if (mode !== undefined || mask !== undefined)
      state.isBlended =
        state.isGroupBlended || (mode !== undefined && mode !== 'Normal') || mask instanceof PDFDict;
    const font = lookupArray(dict, 'Font');
    const fontDict = font?.lookup(0);
    if (fontDict instanceof PDFDict) {
      state.font = this.#shared.readFont(fontDict);
      state.fontSize = asNumber(font?.lookup(1)) ?? state.fontSize;
    }
    this.#pen.changed();
  }

  #resourceOf(category: string, name: string | ContentDict | undefined): PDFObject | undefined {
    if (typeof name !== 'string' || this.#resources === undefined) return undefined;
    return lookupDict(this.#resources, category)?.lookup(nameOf(name.slice(1)));
  }

  #paintObject(tokens: ContentTokens): void {
    const object = this.#resourceOf('XObject', tokens.value(0));
    if (!(object instanceof PDFStream)) return;
    if (lookupName(object.dict, 'Subtype') === 'Form') {
      this.drawForm(object);
      return;
    }
    if (this.#marked.isHidden || !this.#shared.layers.isShown(object.dict.lookup(nameOf('OC')))) return;
    const has = (key: string) => object.dict.lookup(nameOf(key)) !== undefined;
    const isOpaque =
      !has('SMask') && !has('Mask') && String(object.dict.lookup(nameOf('ImageMask'))) !== 'true';
    this.#areas.addImage(this.#state, isOpaque);
  }

  #paintInlineImage(tokens: ContentTokens): void {
    const entries = tokens.readImageEntries();
    tokens.position = endOfImageData(tokens.bytes, tokens.position + 1, entries);
    const isMask = (entries.get('/ImageMask') ?? entries.get('/IM')) === true;
    if (!this.#marked.isHidden) this.#areas.addImage(this.#state, !isMask);
  }
}

function toMatrix(numbers: readonly number[] | undefined): Matrix {
  if (numbers === undefined || numbers.length < 6) return [1, 0, 0, 1, 0, 0];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  return [a, b, c, d, e, f];
}
