export { openDiskBlobs } from './open-disk-blobs.ts';
