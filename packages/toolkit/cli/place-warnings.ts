import type { BoxCheck, BoxRequest } from '../pdf-toolkit.ts';

/** Without the effect that was asked for. */
export interface PlaceWarning {
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
}

const ARRANGED = ['page', 'x', 'y', 'scale'];

export function describeOverlap({ code, params }: BoxCheck['warnings'][number]): PlaceWarning {
  const { page = 0, box = '', other, field = '', count } = params;
  if (count !== undefined) return { code, message: `${count} more of these`, params };
  const covered = other === undefined ? `the form field "${field}"` : `box ${other}`;
  return { code, message: `box ${box} covers ${covered} on page ${page}`, params };
}

/** Unknown members, and positions on a new page. */
export function findIdleMembers(boxes: readonly object[], known: readonly string[]): PlaceWarning[] {
  return boxes.flatMap((box, index) =>
    Object.keys(box).flatMap((name): PlaceWarning[] => {
      const path = `${index}.${name}`;
      if (!known.includes(name))
        return [{ code: 'unknown_member', message: `unknown member of a box: ${path}`, params: { path } }];
      const isIdle = (box as BoxRequest).placement === 'new_page' && ARRANGED.includes(name);
      const message = `${path} has no effect: a new page arranges its boxes`;
      return isIdle ? [{ code: 'member_without_effect', message, params: { path } }] : [];
    }),
  );
}
