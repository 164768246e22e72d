export { createIdScanner, type IdScannerOptions, type OwnIdScanner } from './host/create-id-scanner.ts';
