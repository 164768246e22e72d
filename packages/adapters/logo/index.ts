export { encodeLogo } from './encode-logo.ts';
