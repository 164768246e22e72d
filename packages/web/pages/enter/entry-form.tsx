import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { FailureNotice, problemOf } from '../parts/failure-notice.tsx';
import { Field, type InputOptions, inputType } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { RequestRefused } from '../requests/request-json.ts';
import { useEnterText } from './text.ts';

interface EntryFormProps {
  readonly submit: string;
  readonly children: (error: unknown) => ComponentChildren;
  /** The values of that moment: some password managers fill without an event. */
  readonly onSubmit: (value: (name: string) => string) => Promise<unknown>;
}

/** One button; what is wrong is said above it or at the inputs. */
export function EntryForm({ submit, children, onSubmit }: EntryFormProps) {
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  const isAtInputs = (error: unknown) =>
    error instanceof RequestRefused &&
    error.details.length > 0 &&
    error.details.every(({ path }) => form.current?.elements.namedItem(path) instanceof HTMLInputElement);
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
      {children(action.error)}
      {action.error !== undefined && !isAtInputs(action.error) && <FailureNotice error={action.error} />}
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
  readonly error: unknown;
}

export function EntryInput({ label, hint, error, type = 'text', ...rest }: EntryInputProps) {
  return (
    <Field label={label} hint={hint} problem={problemOf(error, rest.name, label)} isProblemSaid>
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
