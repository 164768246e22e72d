import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import * as icons from './icons.ts';
import { useLabels } from './language.tsx';

export function Brand() {
  const label = useLabels();
  return (
    <span class="brand">
      <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" />
        <path d="M7 22c3-6 5-11 7.5-11 2.7 0-.5 9 1.8 9 1.7 0 2.2-4 4-4 1.5 0 .8 3 2.4 3 .9 0 1.6-.6 2.3-1.4" />
      </svg>
      <span class="brand-name">{label('brand')}</span>
    </span>
  );
}

/** Path data: one of `icons.ts`. */
export type IconPath = `M${string}`;

/** Icons are hidden from screen readers. */
export function Icon({ path }: { readonly path: IconPath }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

export interface ButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'class' | 'disabled'> {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet' | undefined;
  readonly icon?: IconPath | undefined;
  /** While this is true, clicks are ignored and the focus stays. */
  readonly isBusy?: boolean | undefined;
  readonly isLarge?: boolean | undefined;
  readonly children: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { kind = 'plain', icon, isBusy = false, isLarge = false, children, onClick, ...rest } = props;
  const shape = kind === 'quiet' ? 'link-button' : `button button-${kind}${isLarge ? ' button-large' : ''}`;
  return (
    <button
      type="button"
      {...rest}
      class={shape}
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.call(undefined as never, event);
      }}
    >
      {isBusy && <span class={`spinner ${kind === 'primary' ? 'spinner-light' : ''}`} aria-hidden="true" />}
      {!isBusy && icon !== undefined && <Icon path={icon} />}
      {children}
    </button>
  );
}

interface EmptyStateProps {
  readonly icon: IconPath;
  readonly title: string;
  readonly children?: ComponentChildren | undefined;
}

/** Takes the place of a list, and says what would be here and what the first step is. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <span class="message-icon is-calm">
        <Icon path={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface NoticeProps {
  readonly mood: 'good' | 'calm' | 'problem';
  readonly children: ComponentChildren;
  /** The action is a button or link. */
  readonly action?: ComponentChildren | undefined;
  readonly element?: Ref<HTMLDivElement> | undefined;
}

/** A message within the page. Screen readers announce it when it appears. */
export function Notice({ mood, children, action, element = null }: NoticeProps) {
  return (
    <div ref={element} class={`notice notice-${mood}`} role={mood === 'problem' ? 'alert' : 'status'}>
      <Icon path={mood === 'good' ? icons.check : mood === 'calm' ? icons.info : icons.warning} />
      <p>{children}</p>
      {action}
    </div>
  );
}

export function Spinner({ label }: { readonly label: string }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </p>
  );
}
