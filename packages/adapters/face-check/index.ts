export { createFaceCheck, type FaceCheckSettings } from './create-face-check.ts';
