export { createSandboxFaceCheck } from './create-sandbox-face-check.ts';
