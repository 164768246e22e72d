import { expect, test } from 'vitest';
import { chooseHanStyle } from './script-runs.ts';

test.each([
  ['李小龍', undefined, undefined],
  ['李小龍', 'ja', 'jp'],
  ['李小龍', 'ko-KR', 'kr'],
  ['李小龍', 'zh', 'sc'],
  ['李小龍', 'zh-CN', 'sc'],
  ['李小龍', 'zh-Hant-TW', 'tc'],
  ['李小龍', 'zh-HK', 'hk'],
  ['李小龍', 'jam', undefined],
  ['李さん', 'zh', 'jp'],
  ['李 씨', 'ja', 'kr'],
  ['李 ㄌㄧˇ', undefined, 'tc'],
  ['Lee', 'zh', undefined],
])('%s in a document of language %s is drawn as in %s', (text, language, style) => {
  expect(chooseHanStyle(text, language)).toBe(style);
});
