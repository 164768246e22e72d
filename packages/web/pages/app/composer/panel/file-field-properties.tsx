import { toVisibleLine } from '@countersign/base/text';
import type { FormField } from '@countersign/signing';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { labelOf } from '../../../document/reading-order.ts';
import { Button } from '../../../parts/controls.tsx';
import { CheckField, Field, SelectField, TextField } from '../../../parts/field.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import {
  currentValue,
  enterValue,
  giveFileFields,
  inOrderOfPages,
  isPrefillable,
  problemOfField,
} from '../marks/file-values.ts';
import { fileFieldId } from '../marks/selection.ts';
import { fieldChipId } from '../pages/file-fields.tsx';
import type { ControlsRef } from '../pages/page-controls.ts';
import { useComposerContext } from '../use-composer.ts';
import { DayField } from './field-properties.tsx';
import { OwnerField } from './owner-field.tsx';

interface FileFieldPropertiesProps {
  readonly field: FormField;
  readonly controls: ControlsRef;
  /** The pages are above on small screens: the field is shown there, and its input gets the focus. */
  readonly isSheet: boolean;
}

/** A field of the file has an owner, and may be filled in beforehand. */
export function FileFieldProperties({ field, controls, isSheet }: FileFieldPropertiesProps) {
  const text = useComposerText();
  const { fields, draft, change, endChange, setSelection } = useComposerContext();
  const body = useRef<HTMLFormElement>(null);
  const ordered = inOrderOfPages(fields);
  const next = ordered[ordered.indexOf(field) + 1];
  useLayoutEffect(() => {
    if (!isSheet) return;
    const chip = document.getElementById(fieldChipId(field.name, 0));
    const [widget] = field.widgets;
    // The field of a page that is far away is not rendered yet.
    if (chip !== null) chip.scrollIntoView({ block: 'center', inline: 'nearest' });
    else if (widget !== undefined) controls.current?.scrollToPage(widget.page, widget.y + widget.height / 2);
    body.current
      ?.querySelector<HTMLElement>('.composer-value :is(input, textarea, select)')
      ?.focus({ preventScroll: true });
  }, [field, isSheet, controls]);
  const goOn = () => {
    endChange();
    if (next !== undefined) setSelection({ active: fileFieldId(next.name), marked: [] });
  };
  return (
    // Enter in its line goes on.
    <form
      ref={body}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <h2>{labelOf(field)}</h2>
      {isPrefillable(field) ? (
        <div class="composer-value">
          <ValueControl key={field.name} field={field} />
        </div>
      ) : (
        <p class="field-hint">{text('notPrefillable')}</p>
      )}
      <OwnerField
        owner={draft.fieldOwners[field.name] ?? null}
        isAnyoneOffered
        onOwner={(owner) => change((before) => giveFileFields(before, [field.name], owner))}
      />
      {next !== undefined && (
        <div class="form-actions">
          <Button onClick={goOn}>{text('nextField')}</Button>
        </div>
      )}
    </form>
  );
}

function ValueControl({ field }: { readonly field: FormField }) {
  const text = useComposerText();
  const { draft, change, serverProblems } = useComposerContext();
  const problem = problemOfField(field, serverProblems);
  const value = currentValue(field, draft.fields[field.name]);
  const enter = (entered: readonly string[]) =>
    change((before) => enterValue(before, field, entered), `field:${field.name}`);
  const label = text('fillInForThem');
  const [first = ''] = value;
  if (field.dateFormat !== undefined)
    return (
      <DayField
        dateFormat={field.dateFormat}
        value={first}
        problem={problem}
        onValue={(entered) => enter([entered])}
      />
    );
  if (field.type === 'textField' && field.multiline)
    return (
      <Field label={label} problem={problem}>
        {(control) => (
          <textarea
            {...control}
            class="text-input"
            rows={3}
            value={first}
            onInput={(event) => enter([event.currentTarget.value])}
          />
        )}
      </Field>
    );
  if (field.type === 'textField')
    return (
      <TextField
        label={label}
        value={first}
        problem={problem}
        onValue={(entered) => enter([entered])}
        autocomplete="off"
      />
    );
  const { options } = field;
  const isSingleBox = field.type === 'checkbox' && options.length === 1;
  if (field.multiSelect || isSingleBox)
    return (
      <fieldset class="check-list">
        <legend>{label}</legend>
        {options.map((option) => (
          <CheckField
            key={option.value}
            label={isSingleBox ? labelOf(field) : toVisibleLine(option.label)}
            isChecked={value.includes(option.value)}
            onChange={(isChecked) => {
              const others = value.filter((one) => one !== option.value);
              enter(isChecked ? [...others, option.value] : others);
            }}
          />
        ))}
        {problem !== undefined && <p class="field-problem">{problem}</p>}
      </fieldset>
    );
  return (
    <SelectField
      label={label}
      value={first}
      problem={problem}
      choices={[
        { value: '', label: '' },
        ...options.map((option) => ({ value: option.value, label: toVisibleLine(option.label) })),
      ]}
      onValue={(chosen) => enter(chosen === '' ? [] : [chosen])}
    />
  );
}
