import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Brand, Button, Notice } from '../parts/controls.tsx';
import { type ProblemAt, RefusalNotice, useRefusal } from '../parts/failure-notice.tsx';
import { Field, type InputOptions, inputType } from '../parts/field.tsx';
import { useAction } from '../parts/hooks.ts';
import * as icons from '../parts/icons.ts';
import { LanguageSwitch } from '../parts/language.tsx';
import { useEnterText } from '../parts/texts.tsx';
import { RequestRefused } from '../requests/request-json.ts';

interface EntryFrameProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly isWide?: boolean | undefined;
  /** Is shown beside the card on wide pages, and says nothing that matters. */
  readonly picture?: ComponentChildren | undefined;
}

/** The heading takes the focus when one screen follows another. */
export function EntryFrame({ title, children, isWide = false, picture }: EntryFrameProps) {
  const text = useEnterText();
  const heading = useRef<HTMLHeadingElement>(null);
  const shownBefore = useRef<string | null>(null);
  useLayoutEffect(() => {
    document.title = `${title} – ${text('brand')}`;
    if (shownBefore.current !== null && shownBefore.current !== title) heading.current?.focus();
    shownBefore.current = title;
  }, [title, text]);
  return (
    <div class={`entry-page ${picture === undefined ? '' : 'has-picture'}`}>
      <header>
        <a class="entry-home" href="/">
          <Brand />
        </a>
      </header>
      {picture}
      <main class={`entry-card ${isWide ? 'is-wide' : ''}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
      <footer>
        <LanguageSwitch label={text('language')} />
      </footer>
    </div>
  );
}

interface EntrySkeletonProps {
  /** The form that comes has so many inputs. */
  readonly fields: number;
}

/** Has the place of the form while it is not known what it asks for. */
export function EntrySkeleton({ fields }: EntrySkeletonProps) {
  const text = useEnterText();
  return (
    <div class="form" role="status">
      <span class="visually-hidden">{text('loading')}</span>
      {Array.from({ length: fields }, (_, index) => (
        <span key={index} class="skeleton entry-skeleton" />
      ))}
      <span class="skeleton entry-skeleton is-button" />
    </div>
  );
}

const ENDED: readonly string[] = ['invitation_expired', 'invitation_not_found', 'password_reset_not_found'];

/** Trying again would not help with these codes. */
export function isEndedLink(error: unknown): boolean {
  return error instanceof RequestRefused && ENDED.includes(error.errorCode);
}

interface EndedLinkProps {
  readonly advice: string;
  readonly action: string;
  readonly href: string;
}

/** The link came with a mail. */
export function EndedLink({ advice, action, href }: EndedLinkProps) {
  const text = useEnterText();
  return (
    <EntryFrame title={text('linkEndedTitle')}>
      <p class="soft">{advice}</p>
      <a class="button button-primary button-large" href={href}>
        {action}
      </a>
    </EntryFrame>
  );
}

interface EntryFormProps {
  readonly submit: string;
  readonly children: (problemAt: ProblemAt) => ComponentChildren;
  /** The values are read at that moment, because some password managers fill without an event. */
  readonly onSubmit: (value: (name: string) => string) => Promise<unknown>;
}

/** The form has one button. What is wrong is said above it or at the inputs. */
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
  readonly hint?: string | undefined;
  readonly value?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly problemAt: ProblemAt;
}

export function EntryInput({ label, hint, problemAt, type = 'text', ...rest }: EntryInputProps) {
  return (
    <Field label={label} hint={hint} problem={problemAt(rest.name, label)} isProblemSaid>
      {(control) => <input required {...rest} {...control} type={inputType(type)} class="text-input" />}
    </Field>
  );
}

/** The password can be shown. */
export function PasswordInput(props: EntryInputProps) {
  const text = useEnterText();
  const [isShown, setShown] = useState(false);
  return (
    <div class="password-input">
      <EntryInput {...props} type={isShown ? 'text' : 'password'} autocapitalize="none" spellcheck={false} />
      <Button
        kind="quiet"
        icon={icons.eye}
        aria-label={text(isShown ? 'hidePassword' : 'showPassword')}
        onClick={() => setShown(!isShown)}
      >
        {text(isShown ? 'hide' : 'show')}
      </Button>
    </div>
  );
}

/** An authorization request without a trusted redirect ends here. The message is the service's. */
export function ProblemScreen({ message }: { readonly message: string }) {
  const text = useEnterText();
  return (
    <EntryFrame title={text('problemTitle')}>
      <Notice mood="problem">{message}</Notice>
      <p class="soft">{text('problemAdvice')}</p>
      <a class="text-link" href="/">
        {text('toStart')}
      </a>
    </EntryFrame>
  );
}
