import type { Plugin } from 'vite';

const SKELETON_PARSER = /\/@formatjs\/icu-skeleton-parser\//;
const MESSAGE_PARSER = /\/@formatjs\/icu-messageformat-parser\/index\.js$/;

const NO_SKELETONS = `
function refuse() {
  throw new Error('skeletons are not supported');
}
export { refuse as parseDateTimeSkeleton, refuse as parseNumberSkeleton, refuse as parseNumberSkeletonFromString };
`;
/** By region, for skeletons of times. */
const TIME_DATA = /^const timeData = \{\n[\s\S]*?^\};$/m;

/** No sentence has skeletons (`{x, number, ::percent}`), so pages do not load what parses them: 2.6 kB compressed. */
export function adaptMessageFormat(): Plugin {
  return {
    name: 'adapt-messageformat',
    transform(code, id) {
      if (SKELETON_PARSER.test(id)) return { code: NO_SKELETONS, map: null };
      if (!MESSAGE_PARSER.test(id)) return null;
      if (!TIME_DATA.test(code)) throw new Error(`expected timeData in ${id}`);
      return { code: code.replace(TIME_DATA, 'const timeData = {};'), map: null };
    },
  };
}
