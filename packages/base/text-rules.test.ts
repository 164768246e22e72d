import { describe, expect, it } from 'vitest';
import { checkLine, checkParagraphs, NAME_LENGTH } from './text.ts';

describe('text', () => {
  it('is free of what no store keeps', () => {
    expect(checkLine('name', 'Ok 契約 🖋️', NAME_LENGTH)).toEqual([]);
    expect(checkLine('name', 'a\0', NAME_LENGTH)).toHaveLength(1);
    expect(checkLine('name', '\ud800', NAME_LENGTH)).toHaveLength(1);
    expect(checkLine('name', 'a\nb', NAME_LENGTH)).toHaveLength(1);
    expect(checkParagraphs('personalMessage', 'a\r\n\tb', NAME_LENGTH)).toEqual([]);
  });
});
