import { useId } from 'preact/hooks';
import { onEnterKey } from '../parts/on-enter-key.ts';
import { useText } from '../text/text-context.ts';

/** Characters; a name longer than this does not fit a signature box. */
const LONGEST_NAME = 100;

interface TypedNameProps {
  readonly name: string;
  readonly onType: (name: string) => void;
  readonly onEnter: () => void;
}

/** The name instead of a drawing, with how it will look. */
export function TypedName({ name, onType, onEnter }: TypedNameProps) {
  const text = useText();
  const id = useId();
  return (
    <div class="typed-name">
      <label for={id}>{text('inkTypedLabel')}</label>
      <input
        id={id}
        class="text-input"
        type="text"
        autocomplete="name"
        maxLength={LONGEST_NAME}
        value={name}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={onEnterKey(onEnter)}
      />
      <p class="field-hint">{text('inkTypedPreview')}</p>
      <div class="typed-preview">
        <span class="ink-typed">{name}</span>
      </div>
    </div>
  );
}
