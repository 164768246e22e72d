import { useId } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { useDrop } from '../../../parts/use-drop.ts';
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
