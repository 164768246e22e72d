import { spawnSync } from 'node:child_process';
import { findNodes, type NodeVersion } from './node-versions.ts';

/** `[name, node]` for `describe.each`. */
export const NODES: readonly (readonly [name: string, node: NodeVersion])[] = findNodes().map((node) => [
  `Node ${node.major}`,
  node,
]);

export interface NodeRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node as a process of its own, without the settings that the test's own Node has from vitest. */
export function runNode(node: NodeVersion, args: readonly string[], folder: string): NodeRun {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(node.path, args, { cwd: folder, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

/** Runs a module given as text; its imports are resolved from `folder`. */
export function runModule(node: NodeVersion, code: string, folder: string): NodeRun {
  return runNode(node, ['--input-type=module', '-e', code], folder);
}
