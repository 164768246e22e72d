import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTestFile, listSourceFiles, ROOT } from './repository/source-files.ts';

/** A file is a subject: a part of it alone is a crumb, and two subjects are two files. */
const MIN_LINES = 40;
const MAX_LINES = 300;

/** Reasons for more than `MAX_LINES`, with their files. Others are split by subject. */
const LONG: Readonly<Record<string, readonly string[]>> = {
  'one class that shares its private state': [
    'packages/adapters/postgres/stores/document-store.ts',
    'packages/pdf/pdf-file.ts',
    'packages/pdf/revisions/appended-revisions.ts',
    'packages/pdf/text/content-tokens.ts',
    'packages/pdf/text/interpret-content.ts',
  ],
  'one comparison': ['packages/verify/changes/compare-form.ts'],
  'one list: tables, operations, sentences of a language, exports of a package': [
    'packages/adapters/postgres/migrations/0001-first-release.ts',
    'packages/adapters/postgres/tables.ts',
    'packages/i18n/en/composer.ts',
    'packages/i18n/en/errors.ts',
    'packages/i18n/en/messages.ts',
    'packages/i18n/en/settings.ts',
    'packages/i18n/es/composer.ts',
    'packages/i18n/es/errors.ts',
    'packages/i18n/es/settings.ts',
    'packages/i18n/sv/composer.ts',
    'packages/i18n/sv/errors.ts',
    'packages/i18n/sv/settings.ts',
    'packages/server/admin/commands.ts',
    'packages/signing/index.ts',
    'packages/signing/ports/database.ts',
    'packages/toolkit/cli/commands.ts',
    'packages/toolkit/tasks.ts',
  ],
  'the members of one resource': ['packages/api/schemas/document.ts'],
  'wiring, read from top to bottom': ['packages/server/create-server.ts'],
};

/** Reasons for fewer than `MIN_LINES`, with their files. Others join the file of their subject. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  'entry point of a program, page or thread': [
    'packages/server/admin/main.ts',
    'packages/server/transfer/main.ts',
    'packages/toolkit/cli/main.ts',
    'packages/web/pages/app/main.tsx',
    'packages/web/pages/document/pdf-worker.ts',
    'packages/web/pages/enter/main.tsx',
    'packages/web/pages/phone/main.tsx',
    'packages/web/pages/sign/main.tsx',
    'packages/web/pages/verify/main.tsx',
    'workers/pdf-worker.ts',
  ],
  'entry of `exports` of a package': [
    'packages/api/bodies.ts',
    'packages/api/index.ts',
    'packages/base/index.ts',
    'packages/base/locale.ts',
    'packages/base/secrets.ts',
    'packages/i18n/index.ts',
    'packages/i18n/page-text.ts',
    'packages/i18n/proof-text.ts',
    'packages/i18n/verify-text.ts',
    'packages/oauth/index.ts',
    'packages/pdf/text/index.ts',
    'packages/seal/checks.ts',
    'packages/seal/signers/validity.ts',
    'packages/server/index.ts',
    'packages/toolkit/runner.ts',
    'packages/verify/index.ts',
    'packages/web/index.ts',
    'workers/index.ts',
  ],
  'evaluated before pdf.js, on both sides of its worker': [
    'packages/web/pages/document/lacks-features.ts',
    'packages/web/pages/document/worker-polyfills.ts',
  ],
  'loaded alone, when it is needed': [
    'packages/pdf/node-modules.ts',
    'packages/pdf/read/preflight.ts',
    'packages/toolkit/cli/text.ts',
    'packages/toolkit/cli/version.ts',
    'packages/toolkit/operations/make-appearances.ts',
    'packages/toolkit/operations/metadata.ts',
    'packages/toolkit/operations/reading-text.ts',
    'packages/toolkit/operations/use-fonts.ts',
    'packages/web/pages/parts/qr-code.tsx',
    'packages/web/pages/sign/proofs/lost-return-dialog.tsx',
    'packages/web/pages/sign/session/request-session.ts',
    'packages/web/qr-modules.ts',
  ],
  'record or list that files on both sides import': [
    'packages/identity/deps.ts',
    'packages/pdf/pdf-file-parts.ts',
    'packages/seal/stamp/stamp.ts',
    'packages/signing/notifications/channels.ts',
    'packages/toolkit/evidence-request.ts',
    'packages/web/errors.ts',
    'packages/web/pages/sign/ink/ink-choice.ts',
  ],
  'rule or operation that is read alone': [
    'packages/adapters/postgres/stores/job-store.ts',
    'packages/api/assets.ts',
    'packages/base/operations.ts',
    'packages/base/origin.ts',
    'packages/identity/limits.ts',
    'packages/pdf/pdf-lib-internals.ts',
    'packages/pdf/read/signed-file.ts',
    'packages/release/npm.ts',
    'packages/seal/validation-data/signed-by.ts',
    'packages/signing/counted-limits.ts',
    'packages/signing/stored-state/stored-records.ts',
    'packages/toolkit/inline.ts',
    'packages/toolkit/operations/save-edited.ts',
    'packages/web/pages/parts/memo.ts',
  ],
  'list that grows with releases': ['packages/adapters/postgres/migrations/migrations.ts'],
  'types of modules that are no TypeScript': ['packages/web/globals.d.ts'],
};

/** This package is still being built: its files grow into subjects. */
const IN_THE_MAKING = 'packages/assistant/';

const packageFolders = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `packages/${name}`);

describe('product files', () => {
  const product = [...packageFolders, 'workers']
    .flatMap(listSourceFiles)
    .filter(({ path }) => !isTestFile(path) && !path.includes('/demo/') && !path.endsWith('/testing.ts'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));

  // There were 1,774 of 64 lines once, and half of them had one importer.
  it('are subjects and not functions', () => {
    const lines = product.map((file) => file.lines).sort((a, b) => a - b);
    const thousands = lines.reduce((sum, count) => sum + count, 0) / 1000;
    expect(lines.length / thousands).toBeLessThanOrEqual(7.5);
    expect(lines[Math.floor(lines.length / 2)]).toBeGreaterThanOrEqual(100);
  });

  const settled = product.filter(({ path }) => !path.startsWith(IN_THE_MAKING));

  it('have at most 300 lines, except where the list says why', () => {
    const long = settled.filter(({ lines }) => lines > MAX_LINES).map(({ path }) => path);
    expect(long.sort()).toEqual(Object.values(LONG).flat().sort());
  });

  it('have at least 40 lines, except where the list says why', () => {
    const short = settled.filter(({ lines }) => lines < MIN_LINES).map(({ path }) => path);
    expect(short.sort()).toEqual(Object.values(SHORT).flat().sort());
  });
});
