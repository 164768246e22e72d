import type { ProofPageKey } from '@countersign/i18n';
import type { ProofText } from '@countersign/i18n/proof-text';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The hint is shown before the picture is taken. */
export type FrameHint = 'dark' | 'glare' | 'blur' | 'far' | 'good';

/** A page under a lamp has more than 90. */
const MIN_LIGHT = 55;
/** At most this share of pixels may be white without any detail. */
const MAX_GLARE = 0.08;
const WHITE = 252;
/** The sharpest hundredth of all edges has at least this steepness. */
const MIN_STEEPNESS = 34;
/** Text and lines fill at least this share of a document. */
const MIN_EDGES = 0.035;
const EDGE = 18;

/** Judges row by row, which is cheap enough for several frames a second on a phone. */
export function judgeFrame(shades: Uint8Array, width: number): FrameHint {
  let sum = 0;
  let white = 0;
  let edges = 0;
  const steps = new Uint32Array(256);
  for (let at = 0; at < shades.length; at++) {
    const shade = shades[at] ?? 0;
    sum += shade;
    if (shade >= WHITE) white++;
    if (at % width === 0) continue;
    const step = Math.abs(shade - (shades[at - 1] ?? 0));
    steps[step] = (steps[step] ?? 0) + 1;
    if (step > EDGE) edges++;
  }
  if (sum / shades.length < MIN_LIGHT) return 'dark';
  if (white / shades.length > MAX_GLARE) return 'glare';
  if (steepest(steps, shades.length / 100) < MIN_STEEPNESS) return 'blur';
  return edges / shades.length < MIN_EDGES ? 'far' : 'good';
}

function steepest(steps: Uint32Array, count: number): number {
  let seen = 0;
  for (let step = 255; step > 0; step--) {
    seen += steps[step] ?? 0;
    if (seen > count) return step;
  }
  return 0;
}

/** Converts RGBA. */
export function greyOf(pixels: Uint8ClampedArray): Uint8Array {
  const shades = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < shades.length; at++)
    shades[at] =
      ((pixels[at * 4] ?? 0) * 77 + (pixels[at * 4 + 1] ?? 0) * 150 + (pixels[at * 4 + 2] ?? 0) * 29) >> 8;
  return shades;
}

/** The service reads no more pixels than these. */
const MAX_SIDE = 2200;
const QUALITY = 0.9;

/** Returns a smaller, upright JPEG without metadata, and null if the source cannot be decoded. */
export async function toJpeg(source: Blob | HTMLVideoElement): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(source);
    const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } catch {
    return null;
  }
}

/** A frame is judged after this time. */
const FRAME_MS = 400;
/** A judged frame has this width. */
const FRAME_WIDTH = 480;

const HINTS: Readonly<Record<FrameHint, ProofPageKey>> = {
  dark: 'scanHintDark',
  glare: 'scanHintGlare',
  blur: 'scanHintBlur',
  far: 'scanHintFar',
  good: 'scanHintGood',
};

interface CameraProps {
  readonly text: ProofText;
  readonly onPicture: (picture: Blob) => void;
  readonly onUnavailable: () => void;
}

export function Camera({ text, onPicture, onUnavailable }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hint, setHint] = useState<FrameHint | null>(null);

  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    openCamera().then(
      (opened) => {
        stream = opened;
        if (isOver) stop();
        else if (video.current !== null) video.current.srcObject = opened;
      },
      () => {
        if (!isOver) onUnavailable();
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  useEffect(() => {
    const canvas = document.createElement('canvas');
    const timer = setInterval(() => {
      if (video.current !== null && video.current.videoWidth > 0) setHint(judge(video.current, canvas));
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, []);

  const take = async (): Promise<void> => {
    const picture = video.current === null ? null : await toJpeg(video.current);
    if (picture === null) onUnavailable();
    else onPicture(picture);
  };

  return (
    <div class="scan-camera">
      <video ref={video} autoplay playsInline muted aria-label={text('scanVideo')} />
      <p class="field-hint" role="status">
        {hint === null ? '' : text(HINTS[hint])}
      </p>
      <button
        type="button"
        class="button button-primary button-large"
        aria-disabled={hint === null}
        autofocus
        onClick={() => hint !== null && take()}
      >
        {text('scanTake')}
      </button>
    </div>
  );
}

function openCamera(): Promise<MediaStream> {
  // Pages without a secure context lack it.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return Promise.reject(new Error('no camera'));
  return devices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1440 } },
  });
}

function judge(video: HTMLVideoElement, canvas: HTMLCanvasElement): FrameHint | null {
  canvas.width = FRAME_WIDTH;
  canvas.height = Math.round((FRAME_WIDTH * video.videoHeight) / video.videoWidth);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return judgeFrame(greyOf(data), canvas.width);
}
