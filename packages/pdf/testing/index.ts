export { complaintsOfQpdf } from './check-with-qpdf.ts';
export {
  countInk,
  type DrawnPage,
  drawByMupdf,
  findRed,
  type PlacedWord,
  readText,
  readWords,
  withMupdf,
} from './draw-by-mupdf.ts';
export {
  findProgram,
  hasPrograms,
  missingPrograms,
  type OutsideProgram,
  PACKAGE_OF,
  type ProgramRun,
  programPath,
  requirePrograms,
  runProgram,
  runToSuccess,
  startProgram,
} from './outside-programs.ts';
