import { useEffect, useRef, useState } from 'preact/hooks';
import { useMediaQuery } from '../../parts/hooks.ts';
import type { PageApi } from '../../requests/page-api.ts';
import { useApp } from '../router.ts';
import { findThumbnail, keepThumbnail, type ThumbnailOwner } from './thumbnail-store.ts';

/** CSS pixels. A page of A4 fits. */
const [WIDTH, HEIGHT] = [30, 40];
/** The pictures have enough pixels for most screens, whatever the one is that draws them. */
const PIXEL_RATIO = 3;
const WIDE = '(min-width: 64em)';

interface ThumbnailProps {
  /** The path of the file in the API. */
  readonly path: string;
  /** The id of what has the file, under which its picture is kept. */
  readonly id: string;
  /** Changes with the file; null if there is none that can be shown. */
  readonly version: string | null;
}

/** Draws the first page of the row when it is seen on a wide page, after everything else. Until then it is a sheet. */
export function Thumbnail(props: ThumbnailProps) {
  const isWide = useMediaQuery(WIDE);
  return isWide ? <Sheet {...props} /> : null;
}

function Sheet({ path, id, version }: ThumbnailProps) {
  const { api, user, account } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || version === null) return;
    const stop = new AbortController();
    const owner = { userId: user.userId, accountId: account.accountId };
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void findPicture(api, { owner, path, key: `${id} ${version}`, signal: stop.signal })
        .then(async (picture) => {
          if (picture === null || stop.signal.aborted) return;
          await show(picture, element);
          setDrawn(true);
        })
        // The row does without: its page says what is wrong with the file.
        .catch(() => undefined);
    });
    seen.observe(element);
    return () => {
      seen.disconnect();
      stop.abort();
    };
  }, [api, path, id, version, user.userId, account.accountId]);
  return (
    <span class={`thumbnail${isDrawn ? ' is-drawn' : ''}`} aria-hidden="true">
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} />
    </span>
  );
}

async function show(picture: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const bitmap = await createImageBitmap(picture);
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
}

interface Picture {
  readonly owner: ThumbnailOwner;
  readonly path: string;
  /** The key in the store. */
  readonly key: string;
  readonly signal: AbortSignal;
}

async function findPicture(api: PageApi, { owner, path, key, signal }: Picture): Promise<Blob | null> {
  const kept = await findThumbnail(owner, key);
  if (kept !== null) return kept;
  return inTurn(async () => {
    if (signal.aborted) return null;
    const picture = await drawPicture(api, path, signal);
    if (picture !== null && !signal.aborted) await keepThumbnail(owner, key, picture);
    return picture;
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One is drawn at a time, while the browser has nothing else to do: rows and buttons come first. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(untilIdle).then(work);
  last = next.catch(() => undefined);
  return next;
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such function.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve);
    else requestIdleCallback(() => resolve());
  });
}

async function drawPicture(api: PageApi, path: string, signal: AbortSignal): Promise<Blob | null> {
  const { loadPdf } = await import('../../document/use-pdf.ts');
  let lose: (error: unknown) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  lost.catch(() => undefined);
  const { pdf, firstSize } = await loadPdf(path, lose, api.fetch);
  try {
    const scale = Math.min(WIDTH / firstSize.width, HEIGHT / firstSize.height) * PIXEL_RATIO;
    const canvas = window.document.createElement('canvas');
    const size = {
      width: (firstSize.width * scale) / devicePixelRatio,
      height: (firstSize.height * scale) / devicePixelRatio,
    };
    await Promise.race([pdf.drawPage(0, canvas, size, signal), lost]);
    if (signal.aborted) return null;
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8));
  } finally {
    await pdf.close();
  }
}
