import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Packages that an idle service on PostgreSQL does not need: together they take 90 MB of memory. */
const ON_DEMAND = [
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@napi-rs/canvas',
  '@simplewebauthn/server',
  '@xmldom/xmldom',
  'nodemailer',
  'oidc-provider',
  'pdf-lib',
  'pdfjs-dist',
  'pkijs',
  'sharp',
  'snowball-stemmers',
  'stopword',
  'undici',
  'xml-crypto',
];
const SERVER = new URL('../packages/server/create-server.ts', import.meta.url).href;
const LIST_LOADED = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      console.log(url);
      return next(url, context);
    },
  });
  await import('${SERVER}');
`;

// All of them were loaded at the start once, so that the idle service took 208 MB where 150 were the goal.
it('the service starts without the packages that it may never use', () => {
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', LIST_LOADED], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(status).toBe(0);
  const loaded = stdout
    .split('\n')
    .flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  expect(loaded).toContain('fastify');
  expect(ON_DEMAND.filter((name) => loaded.includes(name))).toEqual([]);
});
