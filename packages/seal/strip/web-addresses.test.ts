import { describe, expect, it } from 'vitest';
import { classifyAddress, isWebBase } from './actions.ts';

describe('classifyAddress', () => {
  it.each([
    'http://a.example',
    'HTTPS://a.example/x?y#z',
    'ftp://a.example/x',
    'mailto:a@a.example',
    'tel:+4612345',
    'sms:+4612345',
    'www.a.example',
    'a.example:8080/terms',
    'a.example/terms:x',
    'a@a.example',
    '#page=2',
    '',
  ])('lets %j stay', (address) => {
    expect(classifyAddress(address)).toBeUndefined();
  });

  it.each([
    'file:///etc/passwd',
    'FILE:\\\\server\\share\\x.exe',
    ' \tfile:x',
    'data:text/html,<script>',
    'smb://server/share',
    'ms-word:ofe|u|http://a.example/x.docm',
    'search-ms:query=x',
    'chrome://settings',
    'C:\\setup.exe',
    '\\\\server\\share',
    '//server/share',
    '/etc/passwd',
    '../setup.exe',
    'localhost:80',
  ])('takes %j for a launch', (address) => {
    expect(classifyAddress(address)).toBe('launch');
  });

  it.each(['javascript:x', 'JavaScript:x', 'java\nscript:x', '\u200bjavascript:x', 'vbscript:x'])(
    'takes %j for a script',
    (address) => {
      expect(classifyAddress(address)).toBe('javascript');
    },
  );
});

describe('isWebBase', () => {
  it('is true for the web alone', () => {
    const addresses = ['https://a.example/', 'http://a.example', 'file:///x', 'mailto:a', 'x/', ''];
    expect(addresses.map(isWebBase)).toEqual([true, true, false, false, false, false]);
  });
});
