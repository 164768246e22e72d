import type { ProofPageKey, ProofText } from '@countersign/i18n/proofs';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type FrameHint, greyOf, judgeFrame } from './judge-frame.ts';
import { toJpeg } from './take-picture.ts';

/** Between judged frames. */
const FRAME_MS = 400;
/** Judged. */
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
  // Absent on pages without a secure context.
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
