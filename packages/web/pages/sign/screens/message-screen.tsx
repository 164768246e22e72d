import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Brand } from '../../parts/brand.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { keepFocus } from '../../parts/keep-focus.ts';
import { LanguageMenu } from './language-menu.tsx';
import { SenderBrand, type SenderBrandProps } from './sender-brand.tsx';

export type Mood = 'good' | 'calm' | 'problem';

interface MessageScreenProps {
  /** If it is known. */
  readonly view?: SenderBrandProps['view'];
  readonly icon: IconName;
  readonly mood: Mood;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Takes the focus for screen readers, and keeps it. */
export function MessageScreen({ view, icon, mood, title, children }: MessageScreenProps) {
  const element = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A new title is a new message. Focus scrolls only the heading into view.
  useLayoutEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, [title]);
  useLayoutEffect(() => (element.current === null ? undefined : keepFocus(element.current)), []);
  return (
    <main ref={element} class="message-page">
      {view === undefined ? <Brand /> : <SenderBrand view={view} />}
      {view !== undefined && <LanguageMenu />}
      <div class="message-card">
        <span class={`message-icon is-${mood}`}>
          <Icon name={icon} />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
