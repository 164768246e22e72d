import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isAccountMenuOpen } from './account-menu.tsx';
import { useAppText } from './text.ts';

interface PageHeadingProps {
  readonly title: string;
  /** At the end of the line. */
  readonly children?: ComponentChildren;
}

/** Takes the focus when the page is shown, unless a menu has it. */
export function PageHeading({ title, children }: PageHeadingProps) {
  const text = useAppText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${text('brand')}`;
  }, [title, text]);
  useEffect(() => {
    // The menu may have been opened meanwhile.
    if (!isAccountMenuOpen()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="page-heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div class="form-actions">{children}</div>}
    </div>
  );
}
