import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Instead of a list: what would be here, and the first step. */
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
