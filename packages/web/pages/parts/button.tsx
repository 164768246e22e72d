import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'class' | 'disabled'> {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Clicks are ignored, and the focus stays. */
  readonly isBusy?: boolean;
  readonly isLarge?: boolean;
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
