export { createOnfidoClient, type OnfidoClient, type OnfidoOptions } from './onfido-client.ts';
export { createOnfidoFaceCheck, type OnfidoFaceCheckOptions } from './onfido-face-check.ts';
export { createOnfidoIdScan } from './onfido-id-scan.ts';
