import { describe, expect, it } from 'vitest';
import { deferBuiltins } from './lazy-builtins.ts';

function run(code: string): string[] {
  const required: string[] = [];
  const require = (name: string) => {
    required.push(name);
    return { createHash: () => 'a hash' };
  };
  new Function('require', deferBuiltins(code))(require);
  return required;
}

describe('parts of Node in a bundled command', () => {
  it('are not loaded before they are used', () => {
    expect(run('let node_crypto = require("node:crypto");')).toEqual([]);
  });

  it('are loaded when they are used', () => {
    const code =
      'let node_crypto = require("node:crypto");\nif (node_crypto.createHash() !== "a hash") throw 0;';
    expect(run(code)).toEqual(['node:crypto']);
  });

  it('are loaded at once where they are copied as a whole', () => {
    const code = 'let node_crypto = require("node:crypto");\nnode_crypto = Object.assign({}, node_crypto);';
    expect(run(code)).toEqual(['node:crypto']);
  });

  it('are loaded at once when they cost nothing', () => {
    expect(run('let node_path = require("node:path");')).toEqual(['node:path']);
  });
});
