import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const SCRIPT = `
import { registerHooks } from 'node:module';
registerHooks({
  resolve(name, context, next) {
    if (name === 'sharp') throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  },
});
const { loadSharp } = await import(process.argv[1]);
const { code, message, params } = await loadSharp().catch((error) => error);
console.log(JSON.stringify({ code, message, params }));
`;

it('names the package sharp if an image is to be read without it', () => {
  const module = new URL('images.ts', import.meta.url).href;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, module], {
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toEqual({
    code: 'image_not_readable',
    message: 'Images need the package sharp',
    params: { reason: 'package', package: 'sharp' },
  });
});
