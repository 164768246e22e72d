import type { Language } from '@countersign/base/locale';
import { loadPageText, type PageText } from '@countersign/i18n/page-text';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import type { Lazy } from '../parts/hooks.ts';

export const TextContext = createContext<PageText>((key) => key);

/** The sender's language is that of the document and of what is evidence. The page has the signee's own [D12-06]. */
export const DocumentLanguage = createContext<Language | undefined>(undefined);

export function useText(): PageText {
  return useContext(TextContext);
}

interface LoadedText {
  readonly language: Language;
  readonly text: PageText;
  /** The language that was asked for. On a lost line the page keeps the one that it has. */
  readonly wanted: Language;
}

/** Returns null until the first sentences are loaded. Those of another language replace them once they have come. */
export function usePageText(language: Language): LoadedText | null {
  const [loaded, setLoaded] = useState<LoadedText | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadPageText(language).then(
      (text) => isCurrent && setLoaded({ language, text, wanted: language }),
      () => isCurrent && setLoaded((before) => before && { ...before, wanted: language }),
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return loaded;
}

interface LazyDialogProps<Loaded> {
  /** The title is shown while the dialog is loaded too. */
  readonly title: string;
  readonly content: Lazy<Loaded>;
  readonly onClose: () => void;
  readonly children: (loaded: Loaded) => ComponentChildren;
}

/** `load` tries again. */
export function useLazy<Loaded>(content: Lazy<Loaded>) {
  const [loaded, setLoaded] = useState(content.get);
  const [hasFailed, setHasFailed] = useState(false);
  const load = (): void => {
    setHasFailed(false);
    content.load().then(
      (found) => setLoaded(() => found),
      () => setHasFailed(true),
    );
  };
  useEffect(() => {
    if (loaded === null) load();
  }, [content]);
  return { loaded, hasFailed, load };
}

/** The dialog is loaded when it is opened. On a lost line it says so, and tries again. */
export function LazyDialog<Loaded>({ title, content, onClose, children }: LazyDialogProps<Loaded>) {
  const text = useText();
  const { loaded, hasFailed, load } = useLazy(content);
  if (loaded !== null) return <>{children(loaded)}</>;
  return (
    <Dialog
      title={title}
      shape="window"
      onClose={onClose}
      footer={
        hasFailed && (
          <button type="button" class="button button-primary" onClick={load}>
            {text('tryAgain')}
          </button>
        )
      }
    >
      <p role="status">{text(hasFailed ? 'sendUnreachable' : 'loadingStep')}</p>
    </Dialog>
  );
}

interface LazyPartProps<Loaded> {
  readonly content: Lazy<Loaded>;
  /** Takes its room until then. */
  readonly fallback?: ComponentChildren | undefined;
  readonly children: (loaded: Loaded) => ComponentChildren;
}

/** Shows its fallback while the part is loaded. On a lost line it is tried again when it is shown the next time. */
export function LazyPart<Loaded>({ content, fallback = null, children }: LazyPartProps<Loaded>) {
  const { loaded } = useLazy(content);
  return loaded === null ? fallback : children(loaded);
}

/** The pages of the document have these ids. */
export function pageElementId(index: number): string {
  return `page-${index}`;
}

/** Scrolls without animation for people who prefer reduced motion. */
export function scrollToElement(id: string, block: 'start' | 'center'): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ block, behavior: isCalm ? 'auto' : 'smooth' });
}

/** Returns the seconds that are left, and a function that starts them. */
export function useCountdown(seconds = 0): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
