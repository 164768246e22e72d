import { groupBy } from './group-by.ts';
import type { GroupMember, IndexGroup } from './index-groups.ts';
import { type AttributeSpec, FRONT_IMAGE_RATIO } from './registry.ts';

/** What operating a trigger of a group writes to one field. */
export type Fill = TextFill | ImageFill;

export interface TextFill {
  readonly kind: 'text';
  readonly field: string;
  /** Which of the results, without index: `svc-scanned-id-mrz-firstname`. */
  readonly attribute: string;
}

/** An image keeps its aspect ratio and is centred in the field [D3-14]. */
export interface ImageFill {
  readonly kind: 'image';
  readonly field: string;
  /** Of the image, or of the trigger for the front image. Without index. */
  readonly attribute: string;
  /** Width to height of the captured image. */
  readonly aspectRatio: readonly [number, number];
  /** What happens if the scan has no such image; a scan without a front fails. */
  readonly whenMissing: NonNullable<AttributeSpec['whenMissing']>;
}

/** A text replaces images; of several the last one wins; a scan trigger alone becomes the front image [D3-09]. */
export function listFills({ triggers, receivers }: IndexGroup): readonly Fill[] {
  if (triggers.length === 0) return [];
  const byField = groupBy([...triggers, ...receivers], ({ field }) => field);
  return [...byField].flatMap(([field, members]) => fillOf(field, members) ?? []);
}

function fillOf(field: string, members: readonly GroupMember[]): Fill | undefined {
  const lastOf = (kind: AttributeSpec['kind']) => members.findLast(({ spec }) => spec.kind === kind)?.spec;
  const text = lastOf('auto-populated');
  if (text) return { kind: 'text', field, attribute: text.name };
  const image = lastOf('image');
  if (image) return imageFill(field, image, image.aspectRatio);
  const trigger = lastOf('trigger');
  return trigger?.group === 'scan' ? imageFill(field, trigger, FRONT_IMAGE_RATIO) : undefined;
}

function imageFill(
  field: string,
  { name, whenMissing = 'scan_fails' }: AttributeSpec,
  aspectRatio: readonly [number, number] = FRONT_IMAGE_RATIO,
): ImageFill {
  return { kind: 'image', field, attribute: name, aspectRatio, whenMissing };
}
