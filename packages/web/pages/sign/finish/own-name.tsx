import { MAX_NAME_LENGTH } from '@countersign/identity/text';
import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { useText } from '../text/text-context.ts';

interface OwnNameProps {
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly fullName: string;
  readonly isMissing: boolean;
  readonly onChange: (fullName: string) => void;
}

/** If the sender gave none. */
export function OwnName({ input, fullName, isMissing, onChange }: OwnNameProps) {
  const text = useText();
  const id = useId();
  return (
    <div class="typed-name">
      <label for={id}>{text('yourName')}</label>
      <input
        {...(input && { ref: input })}
        id={id}
        class="text-input"
        type="text"
        name="full-name"
        autocomplete="name"
        maxLength={MAX_NAME_LENGTH}
        value={fullName}
        aria-invalid={isMissing}
        aria-describedby={`${id}-problem`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-problem`} class="field-problem" role="alert">
        {isMissing ? text('inkNoName') : ''}
      </p>
    </div>
  );
}
