import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { type ProblemAt, RefusalNotice, useRefusal } from '../parts/failure-notice.tsx';
import { Field, type InputOptions, inputType } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { useEnterText } from './text.ts';

interface EntryFormProps {
  readonly submit: string;
  readonly children: (problemAt: ProblemAt) => ComponentChildren;
  /** The values of that moment: some password managers fill without an event. */
  readonly onSubmit: (value: (name: string) => string) => Promise<unknown>;
}

/** One button; what is wrong is said above it or at the inputs. */
export function EntryForm({ submit, children, onSubmit }: EntryFormProps) {
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(form, action.error);
  return (
    <form
      ref={form}
      class="form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        void action.run(() => onSubmit((name) => String(values.get(name) ?? '')));
      }}
    >
      {children(refusal.problemAt)}
      <RefusalNotice refusal={refusal} />
      <Button type="submit" kind="primary" isLarge isBusy={action.isBusy}>
        {submit}
      </Button>
    </form>
  );
}

interface EntryInputProps extends InputOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly problemAt: ProblemAt;
}

export function EntryInput({ label, hint, problemAt, type = 'text', ...rest }: EntryInputProps) {
  return (
    <Field label={label} hint={hint} problem={problemAt(rest.name, label)} isProblemSaid>
      {(control) => <input required {...rest} {...control} type={inputType(type)} class="text-input" />}
    </Field>
  );
}

/** It can be shown. */
export function PasswordInput(props: EntryInputProps) {
  const text = useEnterText();
  const [isShown, setShown] = useState(false);
  return (
    <div class="password-input">
      <EntryInput {...props} type={isShown ? 'text' : 'password'} autocapitalize="none" spellcheck={false} />
      <Button
        kind="quiet"
        icon="eye"
        aria-label={text(isShown ? 'hidePassword' : 'showPassword')}
        onClick={() => setShown(!isShown)}
      >
        {text(isShown ? 'hide' : 'show')}
      </Button>
    </div>
  );
}
