import { Field } from '../../../parts/field.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import { personName } from '../pages/mark-view.tsx';
import { toneOf } from '../problems.ts';
import type { DraftSignee } from '../signee.ts';
import { useComposerContext } from '../use-composer.ts';

interface OwnerFieldProps {
  /** The key of a signee, or null for a field that is anybody's. */
  readonly owner: string | null;
  /** Fields of the file need no owner; marks have one. */
  readonly isAnyoneOffered?: boolean | undefined;
  /** Leaves out people who cannot have it. */
  readonly mayOwn?: ((signee: DraftSignee) => boolean) | undefined;
  readonly onOwner: (owner: string | null) => void;
}

/** Chooses whose a mark or field is, with the colour of that person. */
export function OwnerField({ owner, isAnyoneOffered = false, mayOwn, onOwner }: OwnerFieldProps) {
  const text = useComposerText();
  const people = usePeople();
  const chosen = people.find(({ signee }) => signee.key === owner);
  return (
    <Field label={text('boxOwner')}>
      {(control) => (
        <span class={`composer-owner${chosen === undefined ? '' : ` tone-${toneOf(chosen.index)}`}`}>
          <span class="composer-owner-dot" aria-hidden="true" />
          <select
            {...control}
            class="text-input"
            value={owner ?? ''}
            onChange={(event) => onOwner(event.currentTarget.value === '' ? null : event.currentTarget.value)}
          >
            {isAnyoneOffered && <option value="">{text('anyone')}</option>}
            {people
              .filter(({ signee }) => mayOwn?.(signee) ?? true)
              .map(({ signee, name }) => (
                <option key={signee.key} value={signee.key}>
                  {name}
                </option>
              ))}
          </select>
        </span>
      )}
    </Field>
  );
}

interface Person {
  readonly signee: DraftSignee;
  readonly index: number;
  /** What people see in place of an empty name, too. */
  readonly name: string;
}

export function usePeople(): readonly Person[] {
  const text = useComposerText();
  const { draft } = useComposerContext();
  return draft.signees.map((signee, index) => ({
    ...{ signee, index },
    name: personName(text, { owner: signee, index }),
  }));
}
