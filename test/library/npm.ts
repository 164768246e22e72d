import { spawnSync } from 'node:child_process';

/** Runs npm, the one that runs the tests if any does; answers what it printed. Throws with its complaints. */
export function npm(args: readonly string[], folder: string): string {
  const [command, first] = npmCommand();
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32' && first.length === 0,
    env: withoutWorkspace(),
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stderr}\n${stdout}`);
  return stdout;
}

/** Whether the npm registry answers: a fresh project cannot be installed without it. */
export function hasRegistry(): boolean {
  try {
    npm(['ping', '--fetch-retries=0', '--fetch-timeout=5000'], process.cwd());
    return true;
  } catch {
    // No network, or none to the registry.
    return false;
  }
}

function npmCommand(): [command: string, first: string[]] {
  const script = process.env.npm_execpath;
  return script === undefined ? ['npm', []] : [process.execPath, [script]];
}

/** What npm tells the scripts it runs is about the workspace: a fresh project shall not hear of it. */
function withoutWorkspace(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package|lifecycle|command|config_local_prefix|config_workspace)|^INIT_CWD$/.test(name),
  );
  return Object.fromEntries(kept);
}
