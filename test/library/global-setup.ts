import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeFreshProject } from '../../packages/release/fresh-project.ts';
import { hasRegistry } from '../../packages/release/npm.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the project; empty if no registry is available. */
    readonly freshProject: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = hasRegistry() ? makeFreshProject(['@types/node', 'sharp']) : '';
  project.provide('freshProject', folder);
  return () => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  };
}
