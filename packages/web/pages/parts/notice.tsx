import type { ComponentChildren, Ref } from 'preact';
import { Icon } from './icon.tsx';

interface NoticeProps {
  readonly mood: 'good' | 'calm' | 'problem';
  readonly children: ComponentChildren;
  /** A button or link. */
  readonly action?: ComponentChildren;
  readonly element?: Ref<HTMLDivElement>;
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
