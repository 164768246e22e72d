import {
  A4,
  appendBlankPage,
  createTextEmbedder,
  deflatedStream,
  FormStructure,
  type PdfFile,
  type PdfPage,
  type TextEmbedder,
} from '@countersign/pdf';
import { PDFName, PDFRef } from 'pdf-lib';
import { decimal } from '../fit-text.ts';
import type { Area } from '../layout.ts';
import { MARGIN } from '../placement/check-boxes.ts';
import { createPictureImage, drawImage, pixelsOf } from '../stamp/draw-image.ts';
import { drawName, inSignatureFont, PRINT_SHARE } from '../stamp/facts.ts';
import { prepareInk } from '../stamp/ink.ts';
import { FOOTER, HASH_GAP, HASH_GROUP, layOutEvidence } from './lay-out-evidence.ts';
import {
  type EvidenceLine,
  type EvidencePage,
  type EvidencePart,
  type EvidencePicture,
  TEXT_WIDTH,
} from './page-filler.ts';
import { type EvidenceInk, type EvidenceReport, escapeReport } from './report.ts';

/** Appends A4 pages with page numbers of their own, tagged if the file is. Returns the number of pages. */
export async function appendEvidence(file: PdfFile, report: EvidenceReport): Promise<number> {
  const text = createTextEmbedder(file);
  const drawable = escapeReport(report, text);
  const pages = layOutEvidence(drawable, (line) => text.measure(line, 1));
  const structure = FormStructure.open(file);
  for (const [index, page] of pages.entries()) {
    const numbers = { page: String(index + 1), pages: String(pages.length) };
    const foot = drawable.footer.replace(/\{(page|pages)\}/g, (_, name: 'page' | 'pages') => numbers[name]);
    await new PageWriter(file, text, structure).write(page, foot);
  }
  structure?.finish();
  await text.finish();
  return pages.length;
}

const FOOT_HEIGHT = 34;
const LINE_COLOR = '0.77 0.81 0.85';
const BAND_COLOR = '0.95 0.98 0.962';
const BAND_LINE_COLOR = '0.62 0.79 0.69';
const RADIUS = 6;
/** The part of the radius to the control points of a quarter circle. */
const ARC = 0.5523;
/** Text is made bold by a line around it, as no bold font is embedded. Share of the size. */
const BOLD_LINE = 0.032;
/** The color is #10285c, as in the boxes. */
const INK_COLOR = [0.063, 0.157, 0.361] as const;

/** Writes one page; every part of it is a marked content sequence if the file is tagged. */
class PageWriter {
  readonly #file: PdfFile;
  readonly #text: TextEmbedder;
  readonly #structure: FormStructure | undefined;
  readonly #operators: string[] = [];
  readonly #images: Record<string, PDFRef> = {};

  constructor(file: PdfFile, text: TextEmbedder, structure: FormStructure | undefined) {
    this.#file = file;
    this.#text = text;
    this.#structure = structure;
  }

  async write({ parts, rules, frames }: EvidencePage, foot: string): Promise<void> {
    const page = appendBlankPage(this.#file, A4);
    this.#artifact([...frames.map(drawFrame), ...rules.map(drawRule)].join(''));
    const elements: { readonly role: EvidencePart['role']; readonly description?: string | undefined }[] = [];
    for (const part of parts) {
      const content = await this.#drawPart(part);
      const tag = this.#structure === undefined ? null : `/${part.role} <</MCID ${elements.length}>> BDC\n`;
      elements.push({ role: part.role, description: part.picture?.label });
      this.#operators.push(tag === null ? content : `${tag}${content}EMC\n`);
    }
    this.#artifact(this.#drawFoot(foot));
    this.#structure?.addContent(page, elements);
    this.#store(page);
  }

  #artifact(operators: string): void {
    if (operators !== '')
      this.#operators.push(this.#structure === undefined ? operators : `/Artifact BMC\n${operators}EMC\n`);
  }

  async #drawPart({ lines, picture }: EvidencePart): Promise<string> {
    const drawn = lines.map((line) => this.#drawLine(line)).join('');
    return picture === undefined ? drawn : drawn + (await this.#drawPicture(picture));
  }

  #drawLine({ text, y, isHash = false, isBold = false, ...style }: EvidenceLine): string {
    if (text === '') return '';
    // The direction is that of the page, even if a line starts with an Arabic name.
    const placement = { ...style, y: A4.height - y, direction: 'ltr' } as const;
    if (isHash) return this.#drawHash(text, placement);
    const drawn = this.#text.drawText(text, placement);
    if (!isBold) return drawn;
    const stroke = style.color.map(decimal).join(' ');
    return `q ${decimal(style.size * BOLD_LINE)} w 2 Tr ${stroke} RG\n${drawn}Q\n`;
  }

  /** Readers that know /ActualText copy the digits without blanks. */
  #drawHash(text: string, { x, ...placement }: Parameters<TextEmbedder['drawText']>[1]): string {
    let left = x;
    const groups = text.match(new RegExp(`.{1,${HASH_GROUP}}`, 'g')) ?? [];
    const drawn = groups.map((group) => {
      const operators = this.#text.drawText(group, { ...placement, x: left });
      left += this.#text.measure(group, placement.size) + HASH_GAP;
      return operators;
    });
    return `/Span <</ActualText (${text})>> BDC\n${drawn.join('')}EMC\n`;
  }

  async #drawPicture({ content, width, height, x, y }: EvidencePicture): Promise<string> {
    const area = { x, y: A4.height - y - height, width, height };
    return 'modules' in content ? drawCode(content.modules, area) : this.#drawInk(content, area);
  }

  /** The image has no transparency, which PDF/A-1 forbids and printers render slowly. */
  async #drawInk({ image: bytes, typedName = '', font }: EvidenceInk, area: Area): Promise<string> {
    if (bytes === undefined) {
      const shown = font === undefined ? this.#text : inSignatureFont(this.#text, font);
      const maxShare = font === undefined ? PRINT_SHARE : 1;
      return drawName(shown, area, typedName, { color: INK_COLOR, maxShare });
    }
    const { rgb, alpha, ...size } = await prepareInk(bytes, ...pixelsOf(area));
    if (alpha !== undefined) layOnPaper(rgb, alpha);
    const image = createPictureImage(this.#file, { ...size, rgb, alpha: undefined });
    return drawImage({ register: (_, drawn) => this.#register(drawn) }, area, { ...size, image }, 'centre');
  }

  #register(image: Parameters<Parameters<typeof drawImage>[0]['register']>[1]): string {
    const name = `Im${Object.keys(this.#images).length}`;
    this.#images[name] = image instanceof PDFRef ? image : this.#file.context.register(image);
    return name;
  }

  #drawFoot(text: string): string {
    const [left = '', right = ''] = text.split('\t');
    const place = { size: FOOTER.size, color: FOOTER.color, y: FOOT_HEIGHT };
    const x = MARGIN + TEXT_WIDTH - this.#text.measure(right, FOOTER.size);
    return this.#text.drawText(left, { x: MARGIN, ...place }) + this.#text.drawText(right, { x, ...place });
  }

  #store({ dict }: PdfPage): void {
    const { context } = this.#file;
    const content = this.#operators.join('');
    const named = new Set(content.match(/\/CsF\d+/g) ?? []);
    const fonts = Object.entries(this.#text.resources).filter(([name]) => named.has(`/${name}`));
    const resources = { Font: Object.fromEntries(fonts), XObject: this.#images };
    dict.set(PDFName.of('Contents'), context.register(deflatedStream(context, content)));
    dict.set(PDFName.of('Resources'), context.obj(resources));
  }
}

/** Changes the colors to those on white paper. */
function layOnPaper(rgb: Uint8Array, alpha: Uint8Array): void {
  for (let at = 0; at < rgb.length; at += 1) {
    const opacity = alpha[Math.floor(at / 3)] ?? 255;
    rgb[at] = Math.round(((rgb[at] ?? 0) * opacity + 255 * (255 - opacity)) / 255);
  }
}

function drawRule(y: number): string {
  const [left, right, height] = [MARGIN, MARGIN + TEXT_WIDTH, A4.height - y].map(decimal);
  return `${LINE_COLOR} RG 0.6 w ${left} ${height} m ${right} ${height} l S\n`;
}

function drawFrame({ x, y, width, height, isTinted }: EvidencePage['frames'][number]): string {
  const [left, right, top, bottom] = [x, x + width, A4.height - y, A4.height - y - height];
  const bend = RADIUS * (1 - ARC);
  const point = (...values: number[]) => values.map(decimal).join(' ');
  const path = [
    `${point(left + RADIUS, top)} m ${point(right - RADIUS, top)} l`,
    `${point(right - bend, top, right, top - bend, right, top - RADIUS)} c ${point(right, bottom + RADIUS)} l`,
    `${point(right, bottom + bend, right - bend, bottom, right - RADIUS, bottom)} c ${point(left + RADIUS, bottom)} l`,
    `${point(left + bend, bottom, left, bottom + bend, left, bottom + RADIUS)} c ${point(left, top - RADIUS)} l`,
    `${point(left, top - bend, left + bend, top, left + RADIUS, top)} c h`,
  ].join(' ');
  return isTinted
    ? `${BAND_COLOR} rg ${BAND_LINE_COLOR} RG 0.75 w ${path} B\n`
    : `${LINE_COLOR} RG 0.75 w ${path} S\n`;
}

/** Draws runs of dark modules as rectangles. The paper around it is its quiet zone. */
function drawCode(modules: readonly (readonly boolean[])[], { x, y, width, height }: Area): string {
  const module = width / modules.length;
  const rectangles = modules.flatMap((row, line) => {
    const bottom = y + height - (line + 1) * module;
    return listRuns(row).map(([from, length]) =>
      [x + from * module, bottom, length * module, module].map(decimal).join(' '),
    );
  });
  return `q 0 g ${rectangles.map((rectangle) => `${rectangle} re`).join(' ')} f Q\n`;
}

function listRuns(row: readonly boolean[]): (readonly [from: number, length: number])[] {
  const runs: [from: number, length: number][] = [];
  for (const [index, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last[0] + last[1] === index) last[1] += 1;
    else runs.push([index, 1]);
  }
  return runs;
}
