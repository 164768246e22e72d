import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface FilePickerProps {
  readonly label: string;
  readonly onPick: (file: File) => void;
}

/** Native, for keyboard and screen readers. */
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
          // Allows choosing the same file again.
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
