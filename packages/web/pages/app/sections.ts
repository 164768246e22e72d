import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.tsx';
import { matchPath, type PathParams } from './router.ts';

export interface SectionProps {
  /** Of the pattern. */
  readonly params: PathParams;
  readonly query: URLSearchParams;
}

export type NavigationKey = 'documents' | 'templates' | 'links' | 'settings';

export interface Section {
  /** The server serves the same addresses (show-app-page.ts). */
  readonly pattern: string;
  /** Current in the navigation. */
  readonly navigation: NavigationKey | null;
  readonly load: () => Promise<ComponentType<SectionProps>>;
}

/** Loaded when first shown. */
const SECTIONS: readonly Section[] = [
  {
    pattern: '/new',
    navigation: null,
    load: async () => (await import('./composer/new-section.tsx')).NewSection,
  },
  {
    pattern: '/drafts/:draftId',
    navigation: 'documents',
    load: async () => (await import('./composer/draft-section.tsx')).DraftSection,
  },
  {
    pattern: '/documents',
    navigation: 'documents',
    load: async () => (await import('./documents/documents-section.tsx')).DocumentsSection,
  },
  {
    pattern: '/documents/:documentId',
    navigation: 'documents',
    load: async () => (await import('./documents/document-section.tsx')).DocumentSection,
  },
  {
    pattern: '/templates',
    navigation: 'templates',
    load: async () => (await import('./saved/templates-section.tsx')).TemplatesSection,
  },
  {
    pattern: '/templates/:templateId',
    navigation: 'templates',
    load: async () => (await import('./composer/template-section.tsx')).TemplateSection,
  },
  {
    pattern: '/links',
    navigation: 'links',
    load: async () => (await import('./saved/links-section.tsx')).LinksSection,
  },
  {
    pattern: '/links/:linkId',
    navigation: 'links',
    load: async () => (await import('./saved/link-section.tsx')).LinkSection,
  },
  {
    pattern: '/links/:linkId/edit',
    navigation: 'links',
    load: async () => (await import('./composer/edit-link-section.tsx')).EditLinkSection,
  },
  {
    pattern: '/settings',
    navigation: 'settings',
    load: async () => (await import('./settings/settings-section.tsx')).SettingsSection,
  },
  {
    pattern: '/settings/:section',
    navigation: 'settings',
    load: async () => (await import('./settings/settings-section.tsx')).SettingsSection,
  },
];

export const NAVIGATION: readonly { readonly key: NavigationKey; readonly icon: IconName }[] = [
  { key: 'documents', icon: 'file' },
  { key: 'templates', icon: 'template' },
  { key: 'links', icon: 'link' },
  { key: 'settings', icon: 'settings' },
];

export function findSection(path: string): { section: Section; params: PathParams } | null {
  for (const section of SECTIONS) {
    const params = matchPath(section.pattern, path);
    if (params !== null) return { section, params };
  }
  return null;
}
