import { describe, expect, it } from 'vitest';
import { attachmentDisposition } from './send-file.ts';

describe('attachmentDisposition', () => {
  it.each([
    ['Contract.pdf', 'Contract.pdf', 'Contract.pdf'],
    ['Avtal för Åsa.pdf', 'Avtal f_r _sa.pdf', 'Avtal%20f%C3%B6r%20%C3%85sa.pdf'],
    ['a"b\\c\r\nX: y.pdf', 'a_b_c__X: y.pdf', 'a%22b%5Cc%0D%0AX%3A%20y.pdf'],
    ["it's (1)*.pdf", "it's (1)*.pdf", 'it%27s%20%281%29%2A.pdf'],
    ['\ud800.pdf', '_.pdf', '%EF%BF%BD.pdf'],
  ])('%j', (name, plain, extended) => {
    expect(attachmentDisposition(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${extended}`);
  });
});
