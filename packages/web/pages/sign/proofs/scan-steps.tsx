import './scan/scan.css';
import type { ProofPageKey } from '@countersign/i18n';
import type { ProofText } from '@countersign/i18n/proof-text';
import type { ProofDetails, ProofView, ScanRefusal } from '@countersign/signing';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Camera, toJpeg } from './camera.tsx';
import { useCalls } from './use-proof.ts';

const REASONS: Readonly<Record<ScanRefusal, ProofPageKey>> = {
  not_a_picture: 'scanNotPicture',
  heic_not_supported: 'scanHeic',
  too_large: 'scanTooLarge',
  too_small: 'scanTooSmall',
  blurred: 'scanBlurred',
  glare: 'scanGlare',
  no_zone: 'scanNoZone',
  not_readable: 'scanNotReadable',
  not_valid: 'scanNotValid',
  back_missing: 'scanBackMissing',
  portrait_missing: 'scanPortraitMissing',
  not_a_passport: 'scanNotPassport',
  two_sides: 'scanTwoSides',
  expired: 'scanExpired',
  too_complex: 'scanTooComplex',
};

/** Returns undefined for other reasons. */
export function refusalKey(reason: unknown): ProofPageKey | undefined {
  return REASONS[reason as ScanRefusal];
}

type Side = 'front' | 'back';

/** The pictures are joined to one file, and `part` has the length of the first. */
export interface PackedPictures {
  readonly file: Blob;
  readonly name: string;
  readonly part: string;
}

interface ScanStepsProps {
  readonly text: ProofText;
  /** The demand is the introduction of the check, or the details of its proof. */
  readonly demand: ProofDetails;
  readonly send: (pictures: PackedPictures) => Promise<ProofView>;
  readonly onSucceeded: (proof: ProofView) => Promise<unknown>;
  readonly onOver: () => void;
}

/** Sends both sides at once: the service stores none that it has not read. */
export function ScanSteps({ text, demand, send, onSucceeded, onOver }: ScanStepsProps) {
  const [front, setFront] = useState<Blob | null>(null);
  const [side, setSide] = useState<Side>('front');
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const { isBusy: isReading, problem, setProblem, run } = useCalls(text, onOver);

  const again = useRef<HTMLButtonElement>(null);
  // The button that took the refused picture is gone.
  useLayoutEffect(() => {
    if (problem !== null && !isReading) again.current?.focus();
  }, [problem, isReading]);

  const read = async (pictures: { readonly front: Blob; readonly back: Blob | null }): Promise<void> => {
    const sent = await send(pack(pictures));
    if (sent.status === 'succeeded') return void (await onSucceeded(sent));
    const wrong: Side = sent.details.side === 'back' ? 'back' : 'front';
    setFront(wrong === 'back' ? pictures.front : null);
    setSide(wrong);
    setProblem(text(refusalKey(sent.details.reason) ?? 'scanNotReadable'));
  };
  const take = async (picture: Blob): Promise<void> => {
    setIsCameraOpen(false);
    const isBack = side === 'back' && front !== null;
    await run(() => read(isBack ? { front, back: picture } : { front: picture, back: null }));
  };
  /** The service says what is wrong with it. */
  const upload = async (file: File): Promise<void> => take((await toJpeg(file)) ?? file);

  return (
    <>
      <p>{text(introOf(demand))}</p>
      <p class="scan-side">{text(side === 'front' ? 'scanSideFront' : 'scanSideBack')}</p>
      <p class="field-problem" role="alert">
        {problem}
      </p>
      {isReading && <p role="status">{text('scanReading')}</p>}
      {!isReading && isCameraOpen && (
        <Camera
          text={text}
          onPicture={take}
          onUnavailable={() => {
            setIsCameraOpen(false);
            setProblem(text('scanNoCamera'));
          }}
        />
      )}
      {!isReading && (
        <div class="scan-choices">
          {!isCameraOpen && (
            <button
              ref={again}
              type="button"
              class="button button-primary"
              autofocus
              onClick={() => setIsCameraOpen(true)}
            >
              {text('scanCamera')}
            </button>
          )}
          <PictureInput label={text('scanUpload')} onFile={upload} />
        </div>
      )}
      <p class="field-hint">{text('scanPrivacy')}</p>
    </>
  );
}

interface PictureInputProps {
  readonly label: string;
  readonly onFile: (file: File) => void;
}

/** The input is shown also beside a camera that takes no good picture. */
function PictureInput({ label, onFile }: PictureInputProps) {
  const id = useId();
  return (
    <>
      <label class="button" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="scan-file"
        type="file"
        accept="image/*"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}

function introOf({ passportsOnly, isBasic, isOneSided }: ProofDetails): ProofPageKey {
  if (passportsOnly === true) return 'scanPassportIntro';
  if (isOneSided === true) return 'scanOneSideIntro';
  return isBasic === true ? 'scanBasicIntro' : 'scanIntro';
}

function pack({ front, back }: { readonly front: Blob; readonly back: Blob | null }): PackedPictures {
  const file = new Blob(back === null ? [front] : [front, back], { type: 'application/octet-stream' });
  return { file, name: 'document.bin', part: `front:${front.size}` };
}
