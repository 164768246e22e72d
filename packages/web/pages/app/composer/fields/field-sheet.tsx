import { toVisibleLine } from '@countersign/identity/text';
import type { FormField } from '@countersign/signing';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { labelOf } from '../../../document/field-options.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { CheckField, Field, SelectField, TextField } from '../../../parts/field.tsx';
import { useComposerContext } from '../composer-context.ts';
import { usePageControls } from '../pages/page-controls.ts';
import { useComposerText } from '../text.ts';
import { currentValue, enterValue, listPrefillable } from './field-values.ts';
import { useFieldProblem } from './use-field-problem.ts';

export function fieldChipId(name: string, index: number): string {
  return `composer-field-${index}-${encodeURIComponent(name)}`;
}

interface FieldSheetProps {
  readonly field: FormField;
  /** Null closes it. */
  readonly onField: (field: FormField | null) => void;
}

/** Full-sized, for fingers and small pages, with its place on the page visible above. */
export function FieldSheet({ field, onField }: FieldSheetProps) {
  const text = useComposerText();
  const { fields, endChange } = useComposerContext();
  const { scrollToPage } = usePageControls();
  const body = useRef<HTMLFormElement>(null);
  const inSheet = listPrefillable(fields);
  const next = inSheet[inSheet.indexOf(field) + 1];
  useLayoutEffect(() => {
    const chip = document.getElementById(fieldChipId(field.name, 0));
    if (chip === null) scrollToPage(field.widgets[0]?.page ?? 0);
    else chip.scrollIntoView({ block: 'start', inline: 'nearest' });
    body.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [field, scrollToPage]);
  const goTo = (other: FormField | null) => {
    endChange();
    onField(other);
  };
  const goOn = () => goTo(next ?? null);
  return (
    <Dialog
      title={labelOf(field)}
      shape="sheet"
      onClose={() => goTo(null)}
      footer={
        <>
          <Button kind={next === undefined ? 'primary' : 'plain'} onClick={() => goTo(null)}>
            {text('done')}
          </Button>
          {next !== undefined && (
            <Button kind="primary" onClick={goOn}>
              {text('nextField')}
            </Button>
          )}
        </>
      }
    >
      {/* Enter in its line goes on. */}
      <form
        ref={body}
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <SheetControl key={field.name} field={field} />
      </form>
    </Dialog>
  );
}

function SheetControl({ field }: { readonly field: FormField }) {
  const text = useComposerText();
  const { composition, change } = useComposerContext();
  const problem = useFieldProblem(field)?.message;
  const value = currentValue(field, composition.fields);
  const enter = (entered: readonly string[]) =>
    change((before) => enterValue(before, field, entered), `field:${field.name}`);
  const label = text('prefill', { name: labelOf(field) });
  const [first = ''] = value;
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
