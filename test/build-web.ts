import { ensureWebBuilt } from '../packages/server/launch/build-web.ts';

/** Builds the pages once before the files of a project start: two builds at once would empty each other's folder. */
export default function setup(): void {
  ensureWebBuilt((line) => process.stdout.write(`${line}\n`));
}
