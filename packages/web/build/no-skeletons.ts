/** Stands for `@formatjs/icu-skeleton-parser`, whose functions the parser of messages imports by these names. */
function refuse(): never {
  throw new Error('skeletons are not supported');
}

export {
  refuse as parseDateTimeSkeleton,
  refuse as parseNumberSkeleton,
  refuse as parseNumberSkeletonFromString,
};
