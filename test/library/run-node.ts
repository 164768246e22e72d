import { spawnSync } from 'node:child_process';
import { findNodes, type NodeVersion } from './node-versions.ts';

export const NODES: readonly (readonly [name: string, node: NodeVersion])[] = findNodes().map((node) => [
  `Node ${node.major}`,
  node,
]);

export interface NodeRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node in a new process without vitest's environment. */
export function runNode(node: NodeVersion, args: readonly string[], folder: string): NodeRun {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(node.path, args, { cwd: folder, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

/** Runs a module given as text; imports resolve from `folder`. */
export function runModule(node: NodeVersion, code: string, folder: string): NodeRun {
  return runNode(node, ['--input-type=module', '-e', code], folder);
}
