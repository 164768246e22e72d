import manifest from '../package.json' with { type: 'json' };

/** Of the package that the command is part of. */
export const VERSION: string = manifest.version;
