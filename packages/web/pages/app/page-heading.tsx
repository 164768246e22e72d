import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAppText } from '../parts/texts.tsx';
import { isAccountMenuOpen } from './account-menu.tsx';

interface PageHeadingProps {
  readonly title: string;
  /** Is shown above the title: the way back. */
  readonly before?: ComponentChildren | undefined;
  /** Is shown beside the title. */
  readonly badge?: ComponentChildren | undefined;
  /** Is shown at the end of the line. */
  readonly children?: ComponentChildren | undefined;
}

/** Returns the heading that takes the focus when the page is shown, unless a menu has it. */
export function usePageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // The menu may have been opened meanwhile.
    if (!isAccountMenuOpen()) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** Sets the title of the tab. */
export function usePageTitle(title: string): void {
  const text = useAppText();
  useLayoutEffect(() => {
    document.title = `${title} – ${text('brand')}`;
  }, [title, text]);
}

export function PageHeading({ title, before, badge, children }: PageHeadingProps) {
  const heading = usePageFocus();
  usePageTitle(title);
  return (
    <div class="page-heading">
      {before}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {badge}
      {children !== undefined && <div class="form-actions">{children}</div>}
    </div>
  );
}
