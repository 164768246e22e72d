import { useEffect, useId, useState } from 'preact/hooks';
import { Icon } from './controls.tsx';
import * as icons from './icons.ts';

interface FilePickerProps {
  readonly label: string;
  /** The page has another next step. */
  readonly isPlain?: boolean | undefined;
  readonly onPick: (file: File) => void;
}

/** The input is native, for keyboard and screen readers. */
export function FilePicker({ label, isPlain = false, onPick }: FilePickerProps) {
  const id = useId();
  return (
    <span class="file-picker">
      <input
        id={id}
        class="visually-hidden"
        type="file"
        accept="application/pdf,.pdf"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file !== undefined) onPick(file);
        }}
      />
      <label for={id} class={`button ${isPlain ? '' : 'button-primary button-large'}`}>
        <Icon path={icons.file} />
        {label}
      </label>
    </span>
  );
}

/** Files can be dropped anywhere on the page. Returns true while some are dragged over it. */
export function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles(Array.from(event.dataTransfer?.files ?? []));
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [onFiles]);
  return isOver;
}
