/**
 * `npm run try:image`: builds `deploy/Containerfile` with buildah, checks user and size of the image, and runs it with a
 * read-only root, its volume alone writable: waits for its own health check, signs a document through it and stops it. Needs
 * root on Debian with buildah. If the registry of the base images cannot be reached, mmdebstrap makes stand-ins for them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
const CONTAINERFILE = join(ROOT, 'deploy/Containerfile');
const BASE_ARCHIVE = join(ROOT, 'node_modules/.cache/debian-12.tar');
const MAX_IMAGE_BYTES = 440_000_000;
const SERVICE_USER = '10001:10001';
/** A busy machine takes minutes for the first start. */
const HEALTH_LIMIT_MS = 300_000;
const PULL_LIMIT_MS = 60_000;
/** The image has what its Debian package needs; documentation is left out as in Debian's slim images. */
const WITHOUT_DOCUMENTATION = ['doc', 'man', 'info', 'locale', 'lintian'].map(
  (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
);

const work = mkdtempSync(join(tmpdir(), 'countersign-image-'));
const STORE = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'overlay'];

/** Returns the output. Throws with the end of what the program said. */
function run(program: string, args: readonly string[], timeout?: number): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    timeout,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout.trim();
  throw new Error(
    `${program} ${args.join(' ')} failed: ${error ?? `${stdout}\n${stderr}`.trim().slice(-3000)}`,
  );
}

const buildah = (args: readonly string[], timeout?: number) => run('buildah', [...STORE, ...args], timeout);

/** Makes what the Containerfile begins with, unless the registry has it. */
function provideBaseImages(): void {
  const names = [...readFileSync(CONTAINERFILE, 'utf8').matchAll(/^FROM (\S+)/gm)].map(
    ([, name = '']) => name,
  );
  try {
    for (const name of names) buildah(['pull', '--quiet', name], PULL_LIMIT_MS);
  } catch {
    console.log('The registry cannot be reached: mmdebstrap makes the base images');
    // Making it takes minutes, so it is kept for the next try.
    if (!existsSync(BASE_ARCHIVE)) {
      mkdirSync(dirname(BASE_ARCHIVE), { recursive: true });
      run('mmdebstrap', [
        '--variant=minbase',
        ...WITHOUT_DOCUMENTATION,
        'bookworm',
        `${BASE_ARCHIVE}.new.tar`,
      ]);
      renameSync(`${BASE_ARCHIVE}.new.tar`, BASE_ARCHIVE);
    }
    for (const name of names) makeBaseImage(name, BASE_ARCHIVE);
  }
}

/** The image of Node has the Node and npm that run this script. */
function makeBaseImage(name: string, archive: string): void {
  const container = buildah(['from', 'scratch']);
  buildah(['add', '--quiet', container, archive, '/']);
  if (name.includes('/node:')) {
    const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'));
    buildah(['copy', '--quiet', container, process.execPath, '/usr/local/bin/node']);
    buildah(['copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm']);
    const root = buildah(['mount', container]);
    run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')]);
  }
  buildah([
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  ]);
  buildah(['commit', '--quiet', '--rm', container, name]);
}

/** npm in the build reaches the registry as it does on this machine. */
function listMachineVolumes(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const [own, settings] = [join(homedir(), '.npmrc'), join(work, 'npmrc')];
  const lines = [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    authorities ? `cafile=${authorities}` : '',
  ];
  writeFileSync(settings, lines.join('\n'));
  const volumes = [
    `${settings}:/root/.npmrc:ro`,
    ...(authorities ? [`${authorities}:${authorities}:ro`] : []),
  ];
  return volumes.flatMap((volume) => ['--volume', volume]);
}

interface Image {
  /** The folder with the files of the image. */
  readonly root: string;
  readonly env: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

function buildImage(): Image {
  const options = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--format', 'docker'];
  buildah([
    'build',
    ...options,
    ...listMachineVolumes(),
    '--file',
    CONTAINERFILE,
    '--tag',
    'countersign',
    '.',
  ]);
  const container = buildah(['from', '--pull-never', 'countersign']);
  const { config } = JSON.parse(buildah(['inspect', container])).Docker;
  if (config.User !== SERVICE_USER) throw new Error(`the image runs as ${config.User}`);
  const root = buildah(['mount', container]);
  return { root, env: config.Env, command: config.Cmd, healthCheck: config.Healthcheck.Test };
}

/** Counts the bytes of the files, each once. */
function measure(folder: string): number {
  return Number.parseInt(run('du', ['--summarize', '--bytes', '--one-file-system', folder]), 10);
}

/** Namespaces and mounts end with the process. */
function startImage(
  { root, env, command }: Image,
  volume: string,
  settings: readonly string[],
): ChildProcess {
  const script = [
    'mount --bind "$1" "$1"',
    'mount --bind "$2" "$1/data"',
    'mount -t tmpfs tmpfs "$1/tmp"',
    'mount --bind /dev "$1/dev"',
    'mount -t proc proc "$1/proc"',
    'mount -o remount,ro,bind "$1"',
    'root=$1; shift 2',
    `exec chroot --userspec=${SERVICE_USER} "$root" env -i -C /srv/countersign "$@"`,
  ].join(' && ');
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  return spawn(
    'unshare',
    [...namespaces, 'sh', '-c', script, 'sh', root, volume, ...env, ...settings, ...command],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

/** Runs the image's own check where the service runs. */
async function waitForHealth(
  { env, healthCheck }: Image,
  port: number,
  service: ChildProcess,
): Promise<void> {
  const [user, group] = SERVICE_USER.split(':');
  const [, ...command] = healthCheck;
  for (const end = Date.now() + HEALTH_LIMIT_MS; Date.now() < end; await wait(500)) {
    if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
    const [pid] = listChildren(service);
    if (pid === undefined) continue;
    const inside = [
      '--target',
      String(pid),
      '--mount',
      '--pid',
      '--root',
      '--setuid',
      `${user}`,
      '--setgid',
      `${group}`,
    ];
    const { status } = spawnSync('nsenter', [...inside, 'env', '-i', ...env, `PORT=${port}`, ...command]);
    if (status === 0) return;
  }
  throw new Error('the health check never succeeded');
}

/** The first process of the namespaces gets signals itself, because unshare ends without passing them on. */
function listChildren({ pid }: ChildProcess): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The demo sends a document, signs it and verifies the sealed file. */
function signDocument(port: number, apiKey: string): void {
  const { status } = spawnSync(process.execPath, ['packages/server/demo/run-demo.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, BASE_URL: `http://127.0.0.1:${port}`, API_KEY: apiKey },
  });
  if (status !== 0) throw new Error('no document could be signed');
}

async function tryService(image: Image): Promise<void> {
  const volume = join(work, 'data');
  mkdirSync(volume, { mode: 0o700 });
  chownSync(volume, 10_001, 10_001);
  const [port, apiKey] = [await findFreePort(), 'sk_of-the-trial-of-an-image'];
  const settings = [`PORT=${port}`, 'HOST=127.0.0.1', 'NODE_ENV=development', `BOOTSTRAP_API_KEY=${apiKey}`];
  const service = startImage(image, volume, [...settings, `BASE_URL=http://127.0.0.1:${port}`]);
  const exited = once(service, 'exit');
  try {
    await waitForHealth(image, port, service);
    signDocument(port, apiKey);
  } finally {
    if (service.exitCode === null) for (const pid of listChildren(service)) process.kill(pid, 'SIGTERM');
    await exited;
  }
  const [status] = await exited;
  if (status !== 0) throw new Error(`after SIGTERM the service ended with ${status}`);
}

try {
  provideBaseImages();
  const image = buildImage();
  const bytes = measure(image.root);
  const own = measure(join(image.root, 'srv'));
  console.log(
    `The image takes ${(bytes / 1e6).toFixed(0)} MB, ${(own / 1e6).toFixed(0)} of them in /srv/countersign`,
  );
  if (bytes > MAX_IMAGE_BYTES) throw new Error('the image is too large');
  await tryService(image);
  console.log('The image is built and signs documents with a read-only root');
} finally {
  spawnSync('buildah', [...STORE, 'rm', '--all']);
  rmSync(work, { recursive: true, force: true });
}
