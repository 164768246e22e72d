import { setFlagsFromString } from 'node:v8';

/*
 * V8 lets the space for young objects grow from 1 MiB to 16; it is collected when it is full, and until then the buffers those
 * objects hold (64 KiB for every piece of an upload) stay outside the heap. Measured with Node 24.21: the first upload of
 * 50 MB left 30 to 50 MB of dead buffers behind, and 2 MB when that space does not grow. V8 reads the flag each time it
 * considers growing, so it works in a running process, before the service is loaded; test/service/memory.long.test.ts tells
 * when that stops being true.
 */
setFlagsFromString('--semi-space-growth-factor=1');

await import('./run-service.ts');
