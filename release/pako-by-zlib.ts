/** What pdf-lib uses of pako, by Node's own zlib, in the bundled command line: a quarter of pdf-lib's code less. */
import { deflateSync, inflateSync } from 'node:zlib';

export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);
export const inflate = (bytes: Uint8Array): Uint8Array => inflateSync(bytes);
export default { deflate, inflate };
