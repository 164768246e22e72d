import { Button, Icon } from '../../../parts/controls.tsx';
import { Field, TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import type { FieldMark, FieldOption, Place } from '../marks/mark.ts';
import { changeMark } from '../marks/marks.ts';
import { useComposerContext } from '../use-composer.ts';

interface ChoiceProps {
  readonly mark: FieldMark;
}

/** Changes of one member are undone together. */
export function useField(mark: FieldMark) {
  const composer = useComposerContext();
  const edit = (changed: Partial<FieldMark>, member: string) =>
    composer.change(
      (before) => changeMark(before, mark.id, (one) => (one.kind === 'field' ? { ...one, ...changed } : one)),
      `${mark.id}/${member}`,
    );
  return { ...composer, edit };
}

/** One option a line; what stays keeps its value. */
export function Options({ mark }: ChoiceProps) {
  const text = useComposerText();
  const { edit, endChange } = useField(mark);
  const { options } = mark;
  const read = (entered: string): readonly FieldOption[] =>
    entered.split('\n').map((label) => options.find((one) => one.label === label) ?? { label });
  return (
    <Field label={text('options')} hint={text('optionsHint')}>
      {(control) => (
        <textarea
          {...control}
          class="text-input"
          rows={Math.min(Math.max(options.length + 1, 3), 8)}
          value={options.map(({ label }) => label).join('\n')}
          onInput={(event) => edit({ options: read(event.currentTarget.value) }, 'options')}
          onBlur={() => {
            edit({ options: withoutRepeated(options) }, 'options');
            endChange();
          }}
        />
      )}
    </Field>
  );
}

function withoutRepeated(options: readonly FieldOption[]): readonly FieldOption[] {
  const named = options
    .map((one) => ({ ...one, label: one.label.trim() }))
    .filter(({ label }) => label !== '');
  return [...new Map(named.map((one) => [one.value ?? one.label, one])).values()];
}

/** Points between buttons. */
const BUTTON_GAP = 8;

/** A choice has one button on the page for each option. */
export function Buttons({ mark }: ChoiceProps) {
  const text = useComposerText();
  const { edit, endChange } = useField(mark);
  const { places } = mark;
  const setPlaces = (next: readonly Place[], member: string) => edit({ places: next }, member);
  const add = () => {
    const last = places.at(-1);
    if (last === undefined) return;
    const values = new Set(places.map(({ value }) => value));
    let number = places.length + 1;
    while (values.has(text('optionNumber', { number }))) number += 1;
    const value = text('optionNumber', { number });
    setPlaces([...places, { ...last, y: last.y + last.height + BUTTON_GAP, value, anchor: null }], 'add');
  };
  return (
    <fieldset class="composer-buttons">
      <legend>{text('options')}</legend>
      {places.map((place, at) => (
        <div key={at} class="composer-button-option">
          <TextField
            label={text('optionNumber', { number: at + 1 })}
            value={place.value}
            onValue={(value) =>
              setPlaces(
                places.map((one, index) => (index === at ? { ...one, value } : one)),
                `value-${at}`,
              )
            }
            onBlur={endChange}
          />
          {places.length > 1 && (
            <button
              type="button"
              class="icon-button"
              aria-label={text('removeOption', { name: place.value })}
              onClick={() =>
                setPlaces(
                  places.filter((_, index) => index !== at),
                  'remove',
                )
              }
            >
              <Icon path={icons.trash} />
            </button>
          )}
        </div>
      ))}
      <Button kind="quiet" icon={icons.plus} onClick={add}>
        {text('addOption')}
      </Button>
    </fieldset>
  );
}
