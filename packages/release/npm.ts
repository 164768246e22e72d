import { spawnSync } from 'node:child_process';

/** Runs npm and returns its output. Throws with its error output. */
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

export function hasRegistry(): boolean {
  try {
    npm(['ping', '--fetch-retries=0', '--fetch-timeout=5000'], process.cwd());
    return true;
  } catch {
    return false;
  }
}

function npmCommand(): [command: string, first: string[]] {
  const script = process.env.npm_execpath;
  return script === undefined ? ['npm', []] : [process.execPath, [script]];
}

/** Removes npm's variables about the workspace. */
function withoutWorkspace(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package|lifecycle|command|config_local_prefix|config_workspace)|^INIT_CWD$/.test(name),
  );
  return Object.fromEntries(kept);
}
