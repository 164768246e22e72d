import { createRequire } from 'node:module';
import { cpus, release, totalmem, type } from 'node:os';
import { PEERS } from '../peers/contenders.ts';

const require = createRequire(import.meta.url);

export function describeRun(now: Date): string[] {
  const [cpu] = cpus();
  const gibibytes = (totalmem() / 2 ** 30).toFixed(0);
  const packages = PEERS.flatMap(({ package: name }) => (name === undefined ? [] : [name]));
  return [
    `- Run on ${now.toISOString().slice(0, 10)}: ${type()} ${release()}, ${cpus().length} x ${cpu?.model.trim()}, ${gibibytes} GB, Node ${process.version}.`,
    `- Peers: ${packages.map((name) => `${name} ${versionOf(name)}`).join(', ')}.`,
    '- Our command line was started as it is built for npm (`npm run build:packages`).',
  ];
}

function versionOf(name: string): string {
  const paths = require.resolve.paths(name) ?? [];
  for (const path of paths) {
    try {
      return require(`${path}/${name}/package.json`).version;
    } catch {
      // Not in this node_modules; a parent folder may have it.
    }
  }
  return 'of unknown version';
}
