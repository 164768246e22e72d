import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The published packages, in dependency order. */
export const PUBLISHED = ['pdf', 'forms', 'seal', 'toolkit'] as const;

export type PublishedName = (typeof PUBLISHED)[number];

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

/** A package.json of the workspace; its `exports` point to `.ts` files. */
export interface WorkspaceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly sideEffects: boolean;
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Fields copied from the package.json of the repository. */
export interface RootManifest {
  readonly engines: Readonly<Record<string, string>>;
  readonly repository: { readonly type: string; readonly url: string };
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function sourceFolder(name: PublishedName): string {
  return `${ROOT}packages/${name}`;
}

export function distFolder(name: PublishedName): string {
  return `${sourceFolder(name)}/dist`;
}

/** Without what only tests of the workspace import. */
export function readManifest(name: PublishedName): WorkspaceManifest {
  const manifest: WorkspaceManifest = JSON.parse(readFileSync(`${sourceFolder(name)}/package.json`, 'utf8'));
  const { './testing': _, ...exports } = manifest.exports;
  return { ...manifest, exports };
}

export function readRootManifest(): RootManifest {
  return JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
}
