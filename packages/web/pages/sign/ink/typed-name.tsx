import {
  MIN_NAME_SIZE_SHARE,
  NAME_SIZE_STEP,
  SIGNATURE_FONTS,
  type SignatureFont,
} from '@countersign/seal/layout';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Size } from '../../document/page-scale.ts';
import { onEnterKey } from '../../parts/hooks.ts';
import type { MarkKind } from '../finish/steps.ts';
import { useText } from '../parts.tsx';
import type { InkDraft, TypedInk } from './ink-choice.ts';

/** The name is measured at this size. */
const PROBE_SIZE = 100;

/** Returns the size of the wrapped name in CSS pixels. */
type MeasureName = (fontSize: number) => Size;

/** Elements tell their sizes in whole pixels. */
const ROUNDING = 0.5;

/** Sizes are in CSS pixels. */
function fitNameSize(area: Size, lineHeight: number, measure: MeasureName): number {
  const largest = area.height / lineHeight;
  const smallest = largest * MIN_NAME_SIZE_SHARE;
  for (let size = largest; size >= smallest; size *= NAME_SIZE_STEP) {
    const { width, height } = measure(size);
    if (width <= area.width + ROUNDING && height <= area.height + ROUNDING) return size;
  }
  return smallest;
}

/** Fits a block that wraps. */
function fitName(element: HTMLElement, area: Size): void {
  const measure: MeasureName = (fontSize) => {
    element.style.fontSize = `${fontSize}px`;
    return { width: element.scrollWidth, height: element.offsetHeight };
  };
  element.style.whiteSpace = 'nowrap';
  const lineHeight = measure(PROBE_SIZE).height / PROBE_SIZE;
  element.style.whiteSpace = '';
  element.style.fontSize = `${fitNameSize(area, lineHeight, measure)}px`;
}

/** The families of signature-fonts.css are loaded on first use. */
const FAMILIES: Readonly<Record<SignatureFont, string>> = {
  'dancing-script': 'Dancing Script',
  caveat: 'Caveat',
  'marck-script': 'Marck Script',
};

/** The name looks as it will be stamped. */
export function fontFamily(font: SignatureFont): string {
  return `"${FAMILIES[font]}", "Noto Sans", system-ui, sans-serif`;
}

interface FittedNameProps {
  readonly ink: TypedInk;
  /** The area is in CSS pixels. */
  readonly area: Size;
}

/** The name is fitted again when the font is loaded. */
export function FittedName({ ink: { typedName, font }, area: { width, height } }: FittedNameProps) {
  const element = useRef<HTMLSpanElement>(null);
  const family = fontFamily(font);
  useLayoutEffect(() => {
    const fit = (): void => {
      if (element.current !== null) fitName(element.current, { width, height });
    };
    fit();
    // The fallback font is measured until then.
    document.fonts.load(`16px ${family}`, typedName).then(fit, fit);
  }, [typedName, family, width, height]);
  return (
    <span ref={element} class="ink-typed ink-fitted" style={{ fontFamily: family }}>
      {typedName}
    </span>
  );
}

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
