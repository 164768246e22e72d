export { createIdScanner, type IdScannerOptions, type OwnIdScanner } from './host/create-id-scanner.ts';
export { PictureRefused } from './picture/open-picture.ts';
export { type PictureReading, type ReadingRefusal, readPicture } from './read-picture.ts';
