import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeFreshProject } from './fresh-project.ts';
import { hasRegistry } from './npm.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the fresh project; empty when there is no registry to install from. */
    readonly freshProject: string;
  }
}

/** One fresh project for all tests of the library. */
export default function setup(project: TestProject): () => void {
  const folder = hasRegistry() ? makeFreshProject() : '';
  project.provide('freshProject', folder);
  return () => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  };
}
