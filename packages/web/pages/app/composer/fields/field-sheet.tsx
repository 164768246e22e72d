import { toVisibleLine } from '@countersign/base/text';
import type { FormField } from '@countersign/signing';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { inReadingOrder, labelOf } from '../../../document/reading-order.ts';
import { Button } from '../../../parts/controls.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { CheckField, Field, SelectField, TextField } from '../../../parts/field.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import type { Draft } from '../draft.ts';
import { usePageControls } from '../pages/page-picture.tsx';
import type { PlacedProblem } from '../server-problems.ts';
import { useComposerContext } from '../use-composer.ts';

/** Passwords are kept as asterisks, so they are left to the signee. */
export function isPrefillable({ editable, password }: FormField): boolean {
  return editable && !password;
}

/** Returns the value as entered, or that of the file. */
export function currentValue(field: FormField, fields: Draft['fields']): readonly string[] {
  const entered = fields[field.name];
  if (entered === undefined) return field.value;
  return typeof entered === 'string' ? [entered] : entered;
}

/** A value that equals the file's is not sent; an empty one clears the field [D2-23]. */
export function enterValue(draft: Draft, field: FormField, value: readonly string[]): Draft {
  const { [field.name]: _, ...others } = draft.fields;
  const entered = value.filter((part) => part !== '');
  const isUnchanged =
    entered.length === field.value.length && entered.every((part, index) => part === field.value[index]);
  const sent = field.multiSelect || entered.length === 0 ? entered : (entered[0] ?? '');
  return { ...draft, fields: isUnchanged ? others : { ...others, [field.name]: sent } };
}

/** Lists the fields in reading order. */
function listPrefillable(fields: readonly FormField[]): readonly FormField[] {
  const placed = fields.filter(isPrefillable).flatMap((field) => {
    const [place] = field.widgets;
    return place === undefined ? [] : [{ field, place }];
  });
  return inReadingOrder(placed).map(({ field }) => field);
}

/** The service names the field as the file does, attributes and all; people know its label. */
export function useFieldProblem(field: FormField): PlacedProblem | undefined {
  const { serverProblems } = useComposerContext();
  const found = serverProblems.find(({ place }) => place.kind === 'field' && place.name === field.name);
  return found && { ...found, message: found.message.replaceAll(field.name, () => labelOf(field)) };
}

export function fieldChipId(name: string, index: number): string {
  return `composer-field-${index}-${encodeURIComponent(name)}`;
}

interface FieldSheetProps {
  readonly field: FormField;
  /** Null closes it. */
  readonly onField: (field: FormField | null) => void;
}

/** Shows the field in full size for fingers and small pages, with its place on the page visible above. */
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
  const { draft, change } = useComposerContext();
  const problem = useFieldProblem(field)?.message;
  const value = currentValue(field, draft.fields);
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
