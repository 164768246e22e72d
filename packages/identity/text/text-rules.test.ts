import { describe, expect, it } from 'vitest';
import { checkLine, checkParagraphs } from './text-rules.ts';

describe('text', () => {
  it('is free of what no store keeps', () => {
    expect(checkLine('name', 'Ok 契約 🖋️')).toEqual([]);
    expect(checkLine('name', 'a\0')).toHaveLength(1);
    expect(checkLine('name', '\ud800')).toHaveLength(1);
    expect(checkLine('name', 'a\nb')).toHaveLength(1);
    expect(checkParagraphs('personalMessage', 'a\r\n\tb')).toEqual([]);
  });
});
