import { SIGNATURE_FONTS, type SignatureFont } from '@countersign/seal/signature-fonts';
import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { onEnterKey } from '../../parts/on-enter-key.ts';
import { useText } from '../text/text-context.ts';
import type { InkDraft } from './ink-choice.ts';
import { fontFamily } from './signature-fonts.ts';

/** Fits a signature box. */
const MAX_NAME_LENGTH = 100;

interface TypedNameProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly name: string;
  readonly font: SignatureFont;
  readonly isMissing: boolean;
  /** Of the element that says so. */
  readonly faultId: string;
  readonly onChange: (change: Partial<InkDraft>) => void;
  readonly onEnter: () => void;
}

/** Previewed in each handwriting. */
export function TypedName(props: TypedNameProps) {
  const { input, name, font, isMissing, faultId, onChange, onEnter } = props;
  const text = useText();
  const id = useId();
  return (
    <div class="typed-name">
      <label for={id}>{text('inkTypedLabel')}</label>
      <input
        ref={input}
        id={id}
        class="text-input"
        type="text"
        autocomplete="name"
        maxLength={MAX_NAME_LENGTH}
        aria-invalid={isMissing}
        aria-describedby={faultId}
        value={name}
        onInput={(event) => onChange({ typedName: event.currentTarget.value })}
        onKeyDown={onEnterKey(onEnter)}
      />
      <fieldset class="font-choices">
        <legend class="field-hint">{text('inkTypedPreview')}</legend>
        {SIGNATURE_FONTS.map((each, index) => (
          <label key={each} class="font-choice light">
            <input
              type="radio"
              name="ink-font"
              aria-label={text('inkFont', { number: index + 1 })}
              checked={each === font}
              onChange={() => onChange({ font: each })}
            />
            <span class="ink-typed" style={{ fontFamily: fontFamily(each) }}>
              {name}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
