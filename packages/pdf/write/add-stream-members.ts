import { PDFName, PDFStream } from 'pdf-lib';
import type { ObjectReader } from '../read/object-reader.ts';
import type { OpenObjectStream } from '../read/object-stream.ts';
import { IN_STREAM } from '../read/xref-index.ts';
import type { ScanBody } from './build-object-survey.ts';
import { COPYABLE_MEMBER, COPYABLE_STREAM, type ObjectSurvey } from './object-survey.ts';
import type { FileEntries } from './xref-entries.ts';

export function addStreamMembers(reader: ObjectReader, survey: ObjectSurvey, scan: ScanBody): void {
  for (const stream of listObjectStreams(survey.entries)) {
    const opened = reader.openObjectStream(stream);
    if (opened === undefined) continue;
    const copyable = countCopyableMembers(survey, scan, stream, opened);
    const isWhole = copyable === opened.numbers.length && survey.form(stream) === COPYABLE_STREAM;
    if (isWhole && !isExtension(reader, stream)) survey.wholeStreams.set(stream, copyable);
  }
}

function listObjectStreams(entries: FileEntries): Set<number> {
  const streams = new Set<number>();
  for (let number = 1; number < entries.size; number += 1) {
    if (entries.kind(number) === IN_STREAM) streams.add(entries.offsetOrStream(number));
  }
  return streams;
}

function countCopyableMembers(
  survey: ObjectSurvey,
  scan: ScanBody,
  stream: number,
  opened: OpenObjectStream,
): number {
  const { bytes, numbers, positions } = opened;
  let copyable = 0;
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i] ?? 0;
    if (!isMemberAt(survey.entries, number, stream, i)) continue;
    const end = Math.min(positions[i + 1] ?? bytes.length, bytes.length);
    if (addMember(survey, scan, number, bytes, positions[i] ?? -1, end)) copyable += 1;
  }
  return copyable;
}

function isMemberAt(entries: FileEntries, number: number, stream: number, position: number): boolean {
  if (entries.kind(number) !== IN_STREAM || entries.offsetOrStream(number) !== stream) return false;
  return entries.generationOrIndex(number) === position;
}

function addMember(
  survey: ObjectSurvey,
  scan: ScanBody,
  number: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  if (start < 0) return false;
  const mark = survey.references.length;
  const scanned = scan(bytes, start, end);
  if (scanned === undefined || scanned.position < end) {
    survey.references.length = mark;
    return false;
  }
  survey.add(number, COPYABLE_MEMBER, mark, scanned);
  survey.setExtent(number, start, start, scanned.bodyEnd, end);
  return true;
}

/** The target of /Extends may be missing. */
function isExtension(reader: ObjectReader, stream: number): boolean {
  const object = reader.read(stream, reader.index.generation(stream));
  return !(object instanceof PDFStream) || object.dict.has(PDFName.of('Extends'));
}
