/** Peers as JavaScript: stripping types would add tens of milliseconds to each cold start. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { installBuiltPackages } from './built-packages.ts';

const bench = new URL('../', import.meta.url);
const built = new URL('.tmp/', bench);

/** Writes the peers, their process and our packages under bench/.tmp; returns the path of the process. */
export function buildPeerProcess(): string {
  installBuiltPackages(built);
  for (const folder of ['peers/', 'cold/']) stripFolder(folder);
  return fileURLToPath(new URL('cold/peer-process.js', built));
}

function stripFolder(folder: string): void {
  mkdirSync(new URL(folder, built), { recursive: true });
  for (const name of readdirSync(new URL(folder, bench)).filter((file) => file.endsWith('.ts'))) {
    const text = stripTypeScriptTypes(readFileSync(new URL(folder + name, bench), 'utf8'));
    const script = text.replace(/\.ts(['`])/g, '.js$1');
    writeFileSync(new URL(folder + name.replace(/\.ts$/, '.js'), built), script);
  }
}
