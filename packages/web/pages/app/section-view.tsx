import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, Notice, Spinner } from '../parts/controls.tsx';
import { startPolling } from '../parts/polling.ts';
import { useAppText } from '../parts/texts.tsx';
import { PageHeading } from './page-heading.tsx';
import type { PathParams, Place, SectionProps } from './router.ts';
import type { Section } from './sections.ts';

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
    setState(readLoaded(section));
    const polling = startPolling({
      pace: 'section',
      isImmediate: true,
      load: () => loadSection(section),
      onAnswer: (Shown) => {
        polling.end();
        setState({ kind: 'ready', Shown });
      },
      onFailure: () => setState({ kind: 'failed' }),
    });
    return () => polling.end();
  }, [section]);
  if (state.kind === 'loading') return <Spinner label={text('loading')} />;
  if (state.kind === 'failed') return <SectionFailed reason={text('sectionUnreachable')} />;
  return (
    <SectionBoundary key={place.path} failed={<SectionFailed reason={text('sectionFailed')} />}>
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

function SectionFailed({ reason }: { readonly reason: string }) {
  const text = useAppText();
  const reload = <Button onClick={() => location.reload()}>{text('reload')}</Button>;
  return (
    <>
      <PageHeading title={text('failedTitle')} />
      <Notice mood="problem" action={reload}>
        {reason}
      </Notice>
    </>
  );
}

interface SectionBoundaryProps {
  readonly children: ComponentChildren;
  readonly failed: ComponentChildren;
}

class SectionBoundary extends Component<SectionBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static override getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}
