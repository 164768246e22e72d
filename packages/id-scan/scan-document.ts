import type { ScanAnswer, ScannedIdentity, ScanRefusal, ScanRequest, ScanSide } from '@countersign/signing';
import type { SolvedZone } from './mrz/solve-zone.ts';
import { encodeJpeg } from './picture/cut-out.ts';
import { partsOfFront, partsOfZoneSide } from './picture/document-parts.ts';
import { type OpenedPicture, openPicture, PictureRefused } from './picture/open-picture.ts';
import { type ReadingRefusal, refusalOf } from './picture/refusal-reason.ts';
import { type FoundZone, scanGrey, type ZoneFailure } from './scan-grey.ts';

export type PictureReading =
  | { readonly zone: SolvedZone; readonly debug?: string }
  | { readonly reason: ReadingRefusal; readonly debug?: string };

/** Reads a picture of a document. Throws `PictureRefused`. */
export async function readPicture(bytes: Uint8Array, today: string): Promise<PictureReading> {
  const { grey } = await openPicture(bytes);
  const found = scanGrey(grey, today);
  if ('solved' in found) return { zone: found.solved };
  return {
    reason: refusalOf(grey, found),
    debug: JSON.stringify({ problem: found.problem, quality: found.seen?.quality, pitch: found.seen?.pitch }),
  };
}

export async function scanDocument(request: ScanRequest): Promise<ScanAnswer> {
  const front = await openSide(request.front, 'front');
  if ('reason' in front) return front;
  const onFront = scanGrey(front.grey, request.today);
  if ('solved' in onFront) return answerOf(request, { front, found: onFront, back: null });
  if (request.back === null) return refuseFront(request, front, onFront);
  const back = await openSide(request.back, 'back');
  if ('reason' in back) return back;
  const onBack = scanGrey(back.grey, request.today);
  if ('solved' in onBack) return answerOf(request, { front, found: onBack, back });
  return refused('back', refusalOf(back.grey, onBack));
}

function refused(side: ScanSide, reason: ScanRefusal): ScanAnswer & { readonly outcome: 'refused' } {
  return { outcome: 'refused', side, reason };
}

async function openSide(bytes: Uint8Array, side: ScanSide) {
  try {
    return await openPicture(bytes);
  } catch (error) {
    if (error instanceof PictureRefused) return refused(side, error.problem);
    throw error;
  }
}

/** The zone of a card may be on the back, so the front may have none. */
function refuseFront({ passportsOnly, isBasic }: ScanRequest, { grey }: OpenedPicture, failure: ZoneFailure) {
  const reason = refusalOf(grey, failure);
  const mayHaveBack = failure.seen === null && !passportsOnly && !isBasic && reason !== 'blurred';
  return mayHaveBack ? refused('back', 'back_missing') : refused('front', reason);
}

interface Sides {
  readonly front: OpenedPicture;
  readonly back: OpenedPicture | null;
  readonly found: FoundZone;
}

async function answerOf(request: ScanRequest, { front, back, found }: Sides): Promise<ScanAnswer> {
  const { content } = found.solved;
  const zoneSide = back === null ? 'front' : 'back';
  if (request.passportsOnly && !content.isPassport) return refused('front', 'not_a_passport');
  if (isExpired(content, request.today)) return refused(zoneSide, 'expired');
  const zoneParts = partsOfZoneSide(colourOf(back ?? front), found);
  const frontParts = back === null ? zoneParts : partsOfFront(colourOf(front), front.grey);
  if (!request.isBasic && (frontParts === null || frontParts.portrait === null)) {
    // A small card has its zone on the back, so the picture was not its front.
    if (back === null && content.format === 'td1') return refused('front', 'back_missing');
    return refused('front', 'portrait_missing');
  }
  const portrait = frontParts?.portrait ?? null;
  return {
    outcome: 'read',
    identity: identityOf(content),
    images: {
      front: await encodeJpeg((frontParts ?? zoneParts).whole),
      portrait: portrait === null ? null : await encodeJpeg(portrait),
      documentRear: back === null ? null : await encodeJpeg(zoneParts.whole),
    },
  };
}

function colourOf({ upright, width, height }: OpenedPicture) {
  return { width, height, data: upright };
}

type Content = SolvedZone['content'];

/** A French card is valid for fifteen years at most, and its number has the month of issue. */
function isExpired({ expiryDate, issueMonth }: Content, today: string): boolean {
  if (expiryDate !== null) return expiryDate < today;
  if (issueMonth === null) return true;
  const [year = '', month = ''] = issueMonth.split('-');
  return `${Number(year) + 15}-${month}-31` < today;
}

function identityOf({ format: _, sex: __, issueMonth: ___, ...identity }: Content): ScannedIdentity {
  return identity;
}
