import {
  boolean,
  checkArguments,
  exactly,
  integer,
  listOf,
  matching,
  openFile,
  optional,
  pathOrBytes,
} from '../arguments.ts';
import type { PageGeometry } from '../pages/page-box.ts';
import type { PdfFile } from '../pdf-file.ts';
import { warnIfSigned } from '../read/signed-file.ts';
import {
  addBlock,
  type Block,
  boundsOf,
  cornerAround,
  DRAWN_TEXT,
  LOOK,
  layOutImage,
  layOutText,
  PLACED,
  type TextLook,
} from './blocks.ts';
import type { DrawReport } from './draw-on-pages.ts';
import type { ImageSource } from './images.ts';
import { PageDrawing } from './page-drawing.ts';

interface WatermarkPlacement {
  /** Indexes from 0; all pages by default. */
  readonly pages?: readonly number[] | undefined;
  /** Degrees clockwise. By default a text rises along the diagonal of the page, and an image is upright. */
  readonly rotation?: number | undefined;
  /** From 0 to 1; the default is 0.25. */
  readonly opacity?: number | undefined;
  /** Whether it is drawn below the present content, which hides it where that is opaque, as a scan is. */
  readonly under?: boolean | undefined;
  /** The share of the page's width or height that it has at most. The default is 0.8. */
  readonly scale?: number | undefined;
}

/** A text or an image in the middle of pages. `size` replaces `scale`; the default color is grey. */
export type Watermark = WatermarkPlacement &
  (
    | ({ readonly text: string; readonly image?: undefined } & TextLook)
    | ({ readonly image: ImageSource; readonly text?: undefined } & { [Name in keyof TextLook]?: undefined })
  );

const DEFAULT_OPACITY = 0.25;
const DEFAULT_SCALE = 0.8;
const GREY = [0.5, 0.5, 0.5] as const;
const ARTIFACT = '<</Type /Pagination /Subtype /Watermark>>';

const PLACEMENT = {
  ...PLACED,
  pages: optional(listOf(integer)),
  under: optional(boolean),
  scale: optional(
    matching(
      'a number above 0 and at most 1',
      (value) => Number.isFinite(value) && Number(value) > 0 && Number(value) <= 1,
    ),
  ),
};
const absent = matching('either a text or an image', (value) => value === undefined);
const TEXT = exactly({ ...PLACEMENT, ...LOOK, text: DRAWN_TEXT, image: absent });
const IMAGE = exactly({
  ...PLACEMENT,
  image: pathOrBytes,
  text: absent,
  size: absent,
  color: absent,
  font: absent,
});

/**
 * Draws a watermark in the middle of pages, as an artifact that screen readers pass over. Pages of one size share it.
 * Nothing is drawn if it is refused: `page_out_of_range`, `text_not_drawable`, `font_not_usable`, `image_not_readable`.
 *
 * @example
 * await addWatermark(file, { text: 'DRAFT', color: [0.8, 0, 0], opacity: 0.2 });
 */
export async function addWatermark(file: PdfFile, watermark: Watermark): Promise<DrawReport> {
  checkArguments(
    { file, watermark },
    { file: openFile, watermark: watermark?.image === undefined ? TEXT : IMAGE },
  );
  const { opacity = DEFAULT_OPACITY, under } = watermark;
  const drawing = new PageDrawing(file, { isUnder: under, artifact: ARTIFACT, isRaised: false });
  const layOut = makeLayout(drawing, watermark);
  const pages = watermark.pages ?? Array.from({ length: file.pageCount }, (_, index) => index);
  for (const page of new Set(pages)) {
    const { geometry } = file.page(page);
    const { displayedWidth, displayedHeight } = geometry;
    const rotation = watermark.rotation ?? (watermark.text === undefined ? 0 : risingAngle(geometry));
    const block = layOut(geometry, rotation);
    const corner = cornerAround({ x: displayedWidth / 2, y: displayedHeight / 2 }, block, rotation);
    addBlock(drawing, block, { page, ...corner, rotation, opacity });
  }
  await drawing.finish();
  return { warnings: warnIfSigned(file) };
}

function risingAngle({ displayedWidth, displayedHeight }: PageGeometry): number {
  return (-Math.atan2(displayedHeight, displayedWidth) * 180) / Math.PI;
}

type Layout = (geometry: PageGeometry, rotation: number) => Block;

function makeLayout(drawing: PageDrawing, watermark: Watermark): Layout {
  const { scale = DEFAULT_SCALE } = watermark;
  if (watermark.image !== undefined) {
    const natural = layOutImage(drawing, watermark.image, {});
    return (geometry, rotation) => {
      const factor = findFactor(natural, geometry, rotation, scale);
      return layOutImage(drawing, watermark.image, { width: natural.width * factor });
    };
  }
  const look = { ...watermark, color: watermark.color ?? GREY, alignment: 'center' } as const;
  const natural = layOutText(drawing.text, watermark.text, { ...look, size: 1 });
  return (geometry, rotation) => {
    const size = watermark.size ?? findFactor(natural, geometry, rotation, scale);
    return layOutText(drawing.text, watermark.text, { ...look, size, width: undefined });
  };
}

/** Returns by how much a block can be enlarged to fill its share of the page. */
function findFactor(block: Block, geometry: PageGeometry, rotation: number, scale: number): number {
  const bounds = boundsOf(block, rotation);
  return scale * Math.min(geometry.displayedWidth / bounds.width, geometry.displayedHeight / bounds.height);
}
