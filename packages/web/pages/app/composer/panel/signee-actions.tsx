import { Icon } from '../../../parts/icon.tsx';
import { useComposerContext } from '../composer-context.ts';
import type { ComposedSignee } from '../model/composition.ts';
import { moveSignee, removeSignee } from '../model/signees.ts';
import { useComposerText } from '../text.ts';

interface SigneeActionsProps {
  readonly signee: ComposedSignee;
  readonly index: number;
  readonly title: string;
}

export function SigneeActions({ signee, index, title }: SigneeActionsProps) {
  const text = useComposerText();
  const { composition, change } = useComposerContext();
  const last = composition.signees.length - 1;
  return (
    <span class="composer-signee-actions">
      {index > 0 && (
        <button
          type="button"
          class="icon-button"
          aria-label={text('moveUp', { name: title })}
          onClick={() => change((before) => moveSignee(before, signee.key, -1))}
        >
          <Icon name="up" />
        </button>
      )}
      {index < last && (
        <button
          type="button"
          class="icon-button"
          aria-label={text('moveDown', { name: title })}
          onClick={() => change((before) => moveSignee(before, signee.key, 1))}
        >
          <Icon name="down" />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={text('removeSignee', { name: title })}
        onClick={() => change((before) => removeSignee(before, signee.key))}
      >
        <Icon name="trash" />
      </button>
    </span>
  );
}
