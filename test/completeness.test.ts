import { ERROR_CODES, routes } from '@countersign/api';
import { LANGUAGES } from '@countersign/base/locale';
import { errorMessage, laterChange, signatureProblem } from '@countersign/i18n';
import { SIGNATURE_PROBLEMS } from '@countersign/seal';
import { CHANGE_KINDS, type LaterChangeCode, type SignatureProblemCode } from '@countersign/signing';
import { CHANGE_KINDS as KINDS_OF_SEAL, LATER_CHANGES } from '@countersign/verify';
import { describe, expect, it } from 'vitest';
import { errors } from '../packages/i18n/en/errors.ts';
import { listSourceFiles } from './repository/source-files.ts';
import { SPECIFIED_ROUTES } from './repository/specified-routes.ts';

/** Any value: only the existence of the sentence matters. */
const ANY_PARAMS = new Proxy({}, { get: () => 7, has: () => true, ownKeys: () => [] });

describe('every error code', () => {
  it('has a sentence, and every sentence a code', () => {
    expect(Object.keys(errors).sort()).toEqual([...ERROR_CODES].sort());
  });

  it.each(LANGUAGES)('has a sentence of its own in %s', (language) => {
    for (const code of ERROR_CODES) {
      const sentence = errorMessage(language, code, ANY_PARAMS);
      expect(sentence.length, code).toBeGreaterThan(10);
      // One-word codes (locked, damaged) may appear in sentences.
      if (code.includes('_')) expect(sentence, code).not.toContain(code);
    }
  });

  it('has a different sentence in every language: none was left in English', () => {
    const untranslated = ERROR_CODES.filter(
      (code) =>
        new Set(LANGUAGES.map((language) => errorMessage(language, code, ANY_PARAMS))).size <
        LANGUAGES.length,
    );
    expect(untranslated).toEqual([]);
  });

  it('is a snake_case word', () => {
    expect(ERROR_CODES.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([]);
  });
});

describe('everything that can be wrong with a signature', () => {
  it('has a different sentence in every language', () => {
    const codes = Object.keys(SIGNATURE_PROBLEMS) as SignatureProblemCode[];
    const untranslated = codes.filter((code) => {
      const sentences = LANGUAGES.map((language) => signatureProblem(language, { code, params: {} }));
      return new Set(sentences).size < LANGUAGES.length;
    });
    expect(untranslated).toEqual([]);
  });
});

describe('everything that may have been changed after a signature', () => {
  it('is of a kind that the product knows', () => {
    expect(CHANGE_KINDS).toEqual(KINDS_OF_SEAL);
  });

  it('has a different sentence in every language', () => {
    const codes = Object.keys(LATER_CHANGES) as LaterChangeCode[];
    const untranslated = codes.filter((code) => {
      const sentences = LANGUAGES.map((language) => laterChange(language, { code, params: {} }));
      return new Set(sentences).size < LANGUAGES.length;
    });
    expect(untranslated).toEqual([]);
  });
});

describe('documents', () => {
  it('are stored in one place, which sees to the audit trail', () => {
    const writers = listSourceFiles('packages/signing').filter(
      ({ path, text }) => /documents\.(insert|update)\(/.test(text) && !/\.test\.ts$|\/testing\//.test(path),
    );
    expect(writers.map(({ path }) => path)).toEqual(['packages/signing/documents/decision.ts']);
  });
});

describe('every route', () => {
  const named = routes.map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

  it('is in the table of the specification or listed as ours', () => {
    const wrong = named.filter(
      (route) => (route.source === 'specification') !== SPECIFIED_ROUTES.has(route.name),
    );
    expect(wrong.map((route) => `${route.name} says ${route.source}`)).toEqual([]);
  });

  it('is unique', () => {
    expect(new Set(named.map((route) => route.name)).size).toBe(named.length);
  });

  it('[5-02] of OAuth needs no token, but for what the consent page asks', () => {
    const oauth = named.filter((route) => /^\/oauth(\/|$)/.test(route.path));
    const isOpen = (route: (typeof named)[number]) => route.scope === 'public';
    expect(oauth.filter(isOpen).map((route) => route.name)).toEqual([
      'GET /oauth',
      'GET /oauth/consents/:uid/callback',
      'POST /oauth/token',
      'POST /oauth/revoke',
      'POST /oauth/register',
    ]);
    expect(oauth.filter((route) => !isOpen(route)).map((route) => route.scope)).toEqual([
      'session',
      'session',
    ]);
  });

  it('[5-02] under /v1 asks for a token, but for the one that gives it and for addresses that carry their own', () => {
    const open = named.filter((route) => route.path.startsWith('/v1/') && route.scope === 'public');
    expect(open.map((route) => route.name)).toEqual([
      'POST /v1/auth/token',
      'GET /v1/account/invitations/:token',
      'POST /v1/account/invitations/:token',
      'GET /v1/docs/drafts/:draftId/file-download/:token',
    ]);
  });
});
