/** Replaces pdf-lib's pako by Node's zlib in the bundled command line, which removes a quarter of pdf-lib's code. */
import { deflateSync, inflateSync } from 'node:zlib';

const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);
const inflate = (bytes: Uint8Array): Uint8Array => inflateSync(bytes);
export default { deflate, inflate };
