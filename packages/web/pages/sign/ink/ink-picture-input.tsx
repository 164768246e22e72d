import { useRef, useState } from 'preact/hooks';
import { useText } from '../parts.tsx';

interface InkPictureInputProps {
  /** What the picture shows. */
  readonly name: string;
  /** The picture is a PNG data URL, and may be empty. */
  readonly picture: string;
  readonly onPicture: (picture: string) => void;
}

/** Takes a picture of a signature on paper. */
export function InkPictureInput({ name, picture, onPicture }: InkPictureInputProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const take = async (file: File): Promise<void> => {
    const { importPicture } = await import('./import-picture.ts');
    const taken = await importPicture(file);
    setHasFailed(taken === null);
    if (taken !== null) onPicture(taken);
  };

  return (
    <div class="ink-upload">
      <p class="field-hint">{text('inkPictureHint')}</p>
      {picture !== '' && <img class="ink-drawn" src={picture} alt={name} />}
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept="image/png,image/jpeg"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) take(file).catch(() => setHasFailed(true));
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {text('inkPictureChoose')}
      </button>
      <p class="field-problem" role="alert">
        {hasFailed ? text('inkPictureFailed') : ''}
      </p>
    </div>
  );
}
