import type { BoxType } from './box-size.ts';

/** Where the sender wants a box. Displayed points: origin top-left of the page as a reader shows it, y down. */
export interface BoxRequest {
  /** Comes back in the placed box. */
  readonly id?: string;
  readonly type: BoxType;
  readonly placement: 'existing' | 'new_page';
  /** From 0. Needed, with x and y, for `existing`; the layout of the new page decides otherwise. */
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  /** 0.25 to 1.5, the top-left corner stays. Boxes on a new page have scale 1: the layout decides their size too. */
  readonly scale?: number;
  /** The signee's name, drawn under a field on a new page. */
  readonly label?: string;
}

/** What stands at the top of every new page. */
export interface NewPageHeading {
  /** What the page is, in the document's language. */
  readonly title: string;
  readonly documentName: string;
}

/** A box in its place; displayed points, `page` from 0. */
export interface PlacedBox {
  readonly id?: string;
  readonly type: BoxType;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label?: string;
}
