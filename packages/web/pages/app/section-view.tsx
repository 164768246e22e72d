import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { PageHeading } from './page-heading.tsx';
import type { PathParams, Place } from './router.ts';
import type { Section, SectionProps } from './sections.ts';
import { useAppText } from './text.ts';

interface SectionViewProps {
  readonly section: Section;
  readonly params: PathParams;
  readonly place: Place;
}

type LoadedSection =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly Shown: ComponentType<SectionProps> };

const loadedSections = new Map<Section, ComponentType<SectionProps>>();

/** A section that fails does not take the navigation with it. */
export function SectionView({ section, params, place }: SectionViewProps) {
  const text = useAppText();
  const [state, setState] = useState<LoadedSection>(() => readLoaded(section));
  useEffect(() => {
    let isCurrent = true;
    setState(readLoaded(section));
    loadSection(section).then(
      (Shown) => isCurrent && setState({ kind: 'ready', Shown }),
      () => isCurrent && setState({ kind: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [section]);
  if (state.kind === 'loading') return <Spinner label={text('loading')} />;
  if (state.kind === 'failed') return <SectionFailed />;
  return (
    <SectionBoundary key={place.path}>
      <state.Shown params={params} query={place.query} />
    </SectionBoundary>
  );
}

function readLoaded(section: Section): LoadedSection {
  const Shown = loadedSections.get(section);
  return Shown === undefined ? { kind: 'loading' } : { kind: 'ready', Shown };
}

async function loadSection(section: Section): Promise<ComponentType<SectionProps>> {
  const Shown = await section.load();
  loadedSections.set(section, Shown);
  return Shown;
}

/** A release may have replaced the files of an open page. */
function SectionFailed() {
  const text = useAppText();
  const reload = <Button onClick={() => location.reload()}>{text('reload')}</Button>;
  return (
    <>
      <PageHeading title={text('failedTitle')} />
      <Notice mood="problem" action={reload}>
        {text('sectionFailed')}
      </Notice>
    </>
  );
}

class SectionBoundary extends Component<{ children: ComponentChildren }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static override getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <SectionFailed /> : this.props.children;
  }
}
