import { LANGUAGES } from '@countersign/base/locale';
import { describe, it } from 'vitest';
import {
  expectLanguageRefused,
  expectRefusalsOf,
  mistakesIn,
  underV1,
  withBody,
} from './testing/refusals.ts';

describe.each(LANGUAGES)('a refusal in %s', (language) => {
  it.each(withBody)('of %s names each wrong member in a sentence of ours', (_, route) =>
    expectRefusalsOf(route, language, mistakesIn(route)),
  );

  it.each(underV1)('of %s?errorLanguage=nonsense names the parameter', (_, route) =>
    expectLanguageRefused(route, language),
  );
});
