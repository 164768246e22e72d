import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
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

/** Each path is drawn on 24 x 24. */
const PATHS = {
  account: 'M4 20V7l8-4 8 4v13M4 20h16M9 20v-5h6v5M9 10h.2M15 10h.2',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  down: 'M12 5v14M6 13l6 6 6-6',
  down_small: 'M7 10l5 5 5-5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5',
  globe: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 11v5M12 8v.2',
  key: 'M11 15a4.5 4.5 0 1 1 1.6-3.4L20 12v3h-2v2h-3v-2.5h-2.5M6.5 15v.2',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  log: 'M4 5h16M4 10h16M4 15h10M4 20h7',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  more: 'M5 12h.2M12 12h.2M19 12h.2',
  next: 'M9 5l7 7-7 7',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  plus: 'M12 5v14M5 12h14',
  redo: 'M15 7l4.5 4.5L15 16M19.5 11.5h-9a5 5 0 0 0 0 10h2',
  search: 'M16 10.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM15 15l5 5',
  send: 'M4 12l16-8-5 16-3.5-6.5zM11.5 13.5L20 4',
  settings:
    'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12V6zM8.5 12l2.5 2.5 4.5-5',
  sign_out: 'M10 4H4v16h6M9 12h11M16 8l4 4-4 4',
  template: 'M4 4h16v5H4zM4 13h7v7H4zM15 13h5v7h-5z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6',
  undo: 'M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2',
  up: 'M12 19V5M6 11l6-6 6 6',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4 21c0-4 3.5-6.5 8-6.5s8 2.5 8 6.5',
  users:
    'M13 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20c0-3.5 3-5.5 7-5.5s7 2 7 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18.5 15c2 .8 3 2.5 3 5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.2',
  webhook: 'M8 12a4 4 0 1 1 5-3.9L16 14M16 18a4 4 0 1 0 0-4M8 12l-2.5 4.5M5 20a3 3 0 1 1 3-3h8',
  wifi: 'M3 9.5a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M10 16.5a3 3 0 0 1 4 0M12 19.8v.2',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons are hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

export interface ButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'class' | 'disabled'> {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet' | undefined;
  readonly icon?: IconName | undefined;
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
      {!isBusy && icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren | undefined;
}

/** Takes the place of a list, and says what would be here and what the first step is. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <span class="message-icon is-calm">
        <Icon name={icon} />
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
      <Icon name={mood === 'good' ? 'check' : mood === 'calm' ? 'info' : 'warning'} />
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
