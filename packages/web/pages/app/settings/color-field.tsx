import { contrastWithWhite, isReadableColor, MIN_CONTRAST } from '@countersign/identity/color';
import { CheckField, Field } from '../../parts/field.tsx';
import { usePageLanguage } from '../../parts/language.ts';
import { useSettingsText } from './text.ts';

/** That of the service. */
const FIRST_COLOR = '#1b5fae';

interface ColorFieldProps {
  /** `#rrggbb`, or null for the color of the service. */
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
  readonly problem: string | undefined;
}

/** With a sample and the contrast that the service requires. */
export function ColorField({ value, onValue, problem }: ColorFieldProps) {
  const text = useSettingsText();
  const { language } = usePageLanguage();
  const format = (contrast: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(contrast);
  const params = (color: string) => ({
    contrast: format(contrastWithWhite(color)),
    min: format(MIN_CONTRAST),
  });
  return (
    <>
      <CheckField
        label={text('colorOwn')}
        isChecked={value !== null}
        onChange={(isOwn) => onValue(isOwn ? FIRST_COLOR : null)}
      />
      {value !== null && (
        <Field
          label={text('color')}
          hint={text('colorHint')}
          problem={isReadableColor(value) ? problem : text('colorTooLight', params(value))}
        >
          {(control) => (
            <div class="color-field">
              <input
                {...control}
                type="color"
                value={value}
                onInput={(event) => onValue(event.currentTarget.value.toLowerCase())}
              />
              {isReadableColor(value) && (
                <span class="color-sample" style={{ backgroundColor: value }} aria-hidden="true">
                  {text('colorSample')}
                </span>
              )}
            </div>
          )}
        </Field>
      )}
    </>
  );
}
