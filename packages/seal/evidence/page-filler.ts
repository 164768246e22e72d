import { A4 } from '@countersign/pdf';
import { MARGIN } from '../placement/check-boxes.ts';
import type { EvidenceInk } from './report.ts';

export interface LineStyle {
  readonly size: number;
  readonly color: readonly [red: number, green: number, blue: number];
  readonly isBold?: boolean;
}

/** Points from the page's top-left corner; `y` is the baseline, down. */
export interface EvidenceLine extends LineStyle {
  readonly text: string;
  /** A SHA-256 has gaps after every eighth digit, without characters in them. */
  readonly isHash?: boolean;
  readonly x: number;
  readonly y: number;
}

/** `y` is the top edge. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface EvidencePicture extends Place {
  readonly content: EvidenceInk | { readonly modules: readonly (readonly boolean[])[] };
  /** The alternative text. */
  readonly label: string;
}

/** What a screen reader takes as one. */
export interface EvidencePart {
  readonly role: 'H1' | 'H2' | 'P' | 'Figure';
  readonly lines: readonly EvidenceLine[];
  readonly picture?: EvidencePicture | undefined;
}

export interface EvidencePage {
  readonly parts: readonly EvidencePart[];
  readonly rules: readonly number[];
  /** `isTinted`: the band with the summary. */
  readonly frames: readonly (Place & { readonly isTinted: boolean })[];
}

export const TEXT_WIDTH: number = A4.width - 2 * MARGIN;
/** A share of the size. */
export const LINE_HEIGHT = 1.38;
export const SECTION_GAP = 14;
/** Between the frame of a person, or of the summary, and what is in it. */
export const PADDING = 10;
const FOOT_ROOM = 20;
const BOTTOM = A4.height - MARGIN - FOOT_ROOM;

/** Kept whole if a page has room; `y` counts from its top. */
export interface Block {
  readonly parts: readonly EvidencePart[];
  readonly rules: readonly number[];
  readonly frames?: EvidencePage['frames'];
  readonly height: number;
  readonly gapBefore: number;
}

/** Moves down. */
export function shift<Moved extends Pick<Block, 'parts' | 'rules' | 'frames'>>(
  moved: Moved,
  by: number,
): Moved {
  return {
    ...moved,
    parts: moved.parts.map(({ lines, picture, ...part }) => ({
      ...part,
      lines: lines.map((line) => ({ ...line, y: line.y + by })),
      picture: picture && { ...picture, y: picture.y + by },
    })),
    rules: moved.rules.map((y) => y + by),
    frames: moved.frames?.map((frame) => ({ ...frame, y: frame.y + by })),
  };
}

/** Fills a page from the top; `#y` is the next free height. */
export class PageFiller {
  readonly pages: { parts: EvidencePart[]; rules: number[]; frames: EvidencePage['frames'][number][] }[] = [];
  #y = Number.POSITIVE_INFINITY;
  /** The top of the open frame on this page. */
  #frame: number | null = null;

  add(block: Block): void {
    const isRoomLeft = this.#y + block.gapBefore + block.height <= this.#bottom;
    if (!isRoomLeft) this.#turn();
    if (this.#y + block.height > this.#bottom) this.#pour(block);
    else this.#place(block, isRoomLeft ? block.gapBefore : 0);
  }

  /** `needed`: the height of what has to be on one page. */
  openFrame(needed: number): void {
    const isRoomLeft = this.#y + SECTION_GAP + needed + 2 * PADDING <= BOTTOM;
    if (isRoomLeft) this.#y += SECTION_GAP;
    else this.#turn();
    this.#frame = this.#y;
    this.#y += PADDING;
  }

  closeFrame(): void {
    if (this.#frame === null) return;
    const height = this.#y + PADDING - this.#frame;
    const frame = { x: MARGIN, y: this.#frame, width: TEXT_WIDTH, height, isTinted: false };
    this.#page.frames.push(frame);
    this.#y = this.#frame + height;
    this.#frame = null;
  }

  get #bottom(): number {
    return this.#frame === null ? BOTTOM : BOTTOM - PADDING;
  }

  #place(block: Block, gap: number): void {
    const { parts, rules, frames = [] } = shift(block, this.#y + gap);
    this.#page.parts.push(...parts);
    this.#page.rules.push(...rules);
    this.#page.frames.push(...frames);
    this.#y += gap + block.height;
  }

  /** Divides a block that is higher than a page between its lines. */
  #pour({ parts }: Block): void {
    let [start, top] = [this.#y, 0];
    for (const part of parts) {
      let poured: EvidenceLine[] = [];
      const flush = () => {
        const { picture } = part;
        const placed = picture && { ...picture, y: picture.y + start };
        if (poured.length > 0 || placed !== undefined)
          this.#page.parts.push({ role: part.role, lines: poured, picture: placed });
        poured = [];
      };
      for (const line of part.lines.toSorted((a, b) => a.y - b.y)) {
        if (start + line.y - top > this.#bottom) {
          flush();
          this.#turn();
          start = this.#y;
          top = line.y - line.size;
        }
        poured.push({ ...line, y: start + line.y - top });
        this.#y = start + line.y - top + line.size * (LINE_HEIGHT - 1);
      }
      flush();
    }
  }

  get #page() {
    return this.pages.at(-1) as PageFiller['pages'][number];
  }

  /** A frame goes on, on the next page. */
  #turn(): void {
    const isFramed = this.#frame !== null;
    this.closeFrame();
    this.pages.push({ parts: [], rules: [], frames: [] });
    this.#y = MARGIN;
    if (!isFramed) return;
    this.#frame = MARGIN;
    this.#y += PADDING;
  }
}
