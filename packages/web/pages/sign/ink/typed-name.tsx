import { SIGNATURE_FONTS, type SignatureFont } from '@countersign/seal/layout';
import { useId } from 'preact/hooks';
import { onEnterKey } from '../../parts/hooks.ts';
import type { MarkKind } from '../finish/steps.ts';
import { useText } from '../parts.tsx';
import type { InkDraft } from './ink-choice.ts';
import { fontFamily } from './signature-boxes.tsx';

/** A name of this length fits a signature box. */
const MAX_NAME_LENGTH = 100;
/** A box of initials is a third as wide. */
const MAX_INITIALS_LENGTH = 8;

interface TypedNameProps {
  readonly mark: MarkKind;
  readonly name: string;
  readonly font: SignatureFont;
  readonly isMissing: boolean;
  /** This element says what is missing. */
  readonly faultId: string;
  readonly onChange: (change: Partial<InkDraft>) => void;
  readonly onEnter: () => void;
}

/** The name is previewed in each handwriting. */
export function TypedName(props: TypedNameProps) {
  const { mark, name, font, isMissing, faultId, onChange, onEnter } = props;
  const text = useText();
  const id = useId();
  return (
    <div class="typed-name">
      <label for={id}>{text(mark === 'initials' ? 'initialsTypedLabel' : 'inkTypedLabel')}</label>
      <input
        id={id}
        class="text-input"
        type="text"
        autocomplete={mark === 'initials' ? 'off' : 'name'}
        maxLength={mark === 'initials' ? MAX_INITIALS_LENGTH : MAX_NAME_LENGTH}
        aria-invalid={isMissing}
        aria-describedby={faultId}
        value={name}
        onInput={(event) => onChange({ typedName: event.currentTarget.value })}
        onKeyDown={onEnterKey(onEnter)}
      />
      {mark === 'initials' ? (
        <p class="font-choice light initials-preview">
          <span class="ink-typed" style={{ fontFamily: fontFamily(font) }}>
            {name}
          </span>
        </p>
      ) : (
        <FontChoices name={name} font={font} onChange={onChange} />
      )}
    </div>
  );
}

function FontChoices({ name, font, onChange }: Pick<TypedNameProps, 'name' | 'font' | 'onChange'>) {
  const text = useText();
  return (
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
  );
}
