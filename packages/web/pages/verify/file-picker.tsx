import { useId } from 'preact/hooks';
import { Icon } from '../sign/parts/icon.tsx';

interface FilePickerProps {
  readonly label: string;
  readonly onPick: (file: File) => void;
}

/** The browser's own file input, which keyboard and screen readers know, drawn as a button. */
export function FilePicker({ label, onPick }: FilePickerProps) {
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
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file !== undefined) onPick(file);
        }}
      />
      <label for={id} class="button button-primary button-large">
        <Icon name="file" />
        {label}
      </label>
    </span>
  );
}
