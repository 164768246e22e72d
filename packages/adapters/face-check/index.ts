export { createSandboxFaceCheck } from './create-sandbox-face-check.ts';
export { createOnfidoFaceCheck, type OnfidoFaceCheck, type OnfidoOptions } from './onfido-face-check.ts';
