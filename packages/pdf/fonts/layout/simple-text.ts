/** Shaping does not change them. Not the fraction slash (U+2044). */
const SIMPLE_TEXT =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0588\u10a0-\u10ff\u1c90-\u1cbf\u1e00-\u1fff\u2000-\u200a\u2010-\u2027\u202f-\u2043\u2045-\u205f\u2070-\u20cf\u2100-\u2bff\u2c60-\u2c7f\u3000-\u3029\u3030-\u3098\u309b-\u3163\u3165-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua720-\ua7ff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff9d\uffa1-\uffe6]*$/;

const SIMPLE_SCRIPT =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]$/u;

export function isSimpleText(text: string): boolean {
  return SIMPLE_TEXT.test(text);
}

/** Drawn without kerning and ligatures. */
export function isSimpleScript(character: string): boolean {
  return SIMPLE_SCRIPT.test(character);
}
