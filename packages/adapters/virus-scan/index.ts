export { type ClamdAddress, type ClamdOptions, createClamdScanner } from './create-clamd-scanner.ts';
