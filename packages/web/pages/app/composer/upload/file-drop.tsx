import { useEffect, useId, useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { useMediaQuery } from '../../../parts/use-media-query.ts';
import { useComposerText } from '../text.ts';

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isLarge: boolean;
}

/** Anywhere on the page. */
export function FileDrop({ onFiles, isLarge }: FileDropProps) {
  const text = useComposerText();
  const id = useId();
  const isOver = useDrop(onFiles);
  // Nothing can be dropped by finger.
  const canDrop = useMediaQuery('(any-pointer: fine)');
  return (
    <div class={`composer-drop${isOver ? ' is-over' : ''}${isLarge ? ' is-large' : ''}`}>
      {isLarge && <Icon name="file" />}
      {isLarge && canDrop && <p class="composer-drop-title">{text('dropTitle')}</p>}
      <span class="file-picker">
        <input
          id={id}
          class="visually-hidden"
          type="file"
          accept="application/pdf,.pdf"
          multiple
          onChange={({ currentTarget }) => {
            const files = Array.from(currentTarget.files ?? []);
            // Allows choosing the same file again.
            currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        <label for={id} class={`button${isLarge ? ' button-primary button-large' : ''}`}>
          <Icon name={isLarge ? 'file' : 'plus'} />
          {isLarge ? text(canDrop ? 'chooseFiles' : 'choosePdf') : text('addFiles')}
        </label>
      </span>
    </div>
  );
}

/** While files are dragged over the page. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
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
