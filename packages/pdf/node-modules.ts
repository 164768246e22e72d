/**
 * Modules of Node that take 4 and 6 ms to load, together a seventh of a command that reads a small file. Many files need
 * neither, so they are loaded on first use.
 */
export const zlib = () => process.getBuiltinModule('node:zlib');
export const crypto = () => process.getBuiltinModule('node:crypto');
