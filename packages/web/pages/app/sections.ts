import type { ComponentType } from 'preact';
import type { IconPath } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { matchPath, type PathParams, type SectionProps } from './router.ts';

export type NavigationKey = 'documents' | 'templates' | 'links' | 'settings';

export interface Section {
  /** The server serves the same addresses (show-app-page.ts). */
  readonly pattern: string;
  /** This entry of the navigation is current. */
  readonly navigation: NavigationKey | null;
  readonly load: () => Promise<ComponentType<SectionProps>>;
}

/** A section is loaded when it is first shown. */
const SECTIONS: readonly Section[] = [
  {
    pattern: '/new',
    navigation: null,
    load: async () => (await import('./composer/new-section.tsx')).NewSection,
  },
  {
    pattern: '/drafts/:draftId',
    navigation: 'documents',
    load: async () => (await import('./composer/open-composer.tsx')).DraftSection,
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
    load: async () => (await import('./saved/saved-lists.tsx')).TemplatesSection,
  },
  {
    pattern: '/templates/:templateId',
    navigation: 'templates',
    load: async () => (await import('./composer/open-composer.tsx')).TemplateSection,
  },
  {
    pattern: '/links',
    navigation: 'links',
    load: async () => (await import('./saved/saved-lists.tsx')).LinksSection,
  },
  {
    pattern: '/links/:linkId',
    navigation: 'links',
    load: async () => (await import('./saved/link-section.tsx')).LinkSection,
  },
  {
    pattern: '/links/:linkId/edit',
    navigation: 'links',
    load: async () => (await import('./composer/open-composer.tsx')).EditLinkSection,
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

export const NAVIGATION: readonly { readonly key: NavigationKey; readonly icon: IconPath }[] = [
  { key: 'documents', icon: icons.file },
  { key: 'templates', icon: icons.template },
  { key: 'links', icon: icons.link },
  { key: 'settings', icon: icons.settings },
];

export function findSection(path: string): { section: Section; params: PathParams } | null {
  for (const section of SECTIONS) {
    const params = matchPath(section.pattern, path);
    if (params !== null) return { section, params };
  }
  return null;
}
