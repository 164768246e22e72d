import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const ROOT = new URL('../..', import.meta.url).pathname;

const NOT_SOURCE = new Set(['node_modules', 'dist', '.types', 'data', 'pdf-large']);

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly string[];
  readonly text: string;
}

/** Lists the TypeScript files below `folder`, except generated ones. */
export function listSourceFiles(folder: string): SourceFile[] {
  const files: SourceFile[] = [];
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    const path = relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    if (path.split('/').some((part) => NOT_SOURCE.has(part))) continue;
    const text = readFileSync(join(ROOT, path), 'utf8');
    files.push({ path, text, imports: findImports(text) });
  }
  return files;
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Finds imports and re-exports. Comments are removed first: they may have examples. */
export function findImports(text: string): string[] {
  const code = text.replace(COMMENT, '');
  const found = new Set<string>();
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  ];
  for (const pattern of patterns) {
    for (const match of code.matchAll(pattern)) if (match[1] !== undefined) found.add(match[1]);
  }
  return [...found];
}

export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|\.contract\.ts$|\/testing\//.test(path);
}
