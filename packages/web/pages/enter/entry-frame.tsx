import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Brand } from '../parts/brand.tsx';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { useEnterText } from './text.ts';

interface EntryFrameProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
}

/** The heading takes the focus when one screen follows another. */
export function EntryFrame({ title, children, isWide = false }: EntryFrameProps) {
  const text = useEnterText();
  const heading = useRef<HTMLHeadingElement>(null);
  const shownBefore = useRef<string | null>(null);
  useLayoutEffect(() => {
    document.title = `${title} – ${text('brand')}`;
    if (shownBefore.current !== null && shownBefore.current !== title) heading.current?.focus();
    shownBefore.current = title;
  }, [title, text]);
  return (
    <div class="entry-page">
      <header>
        <a class="entry-home" href="/">
          <Brand />
        </a>
      </header>
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
