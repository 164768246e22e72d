import type { BoxType } from './box-size.ts';

/** A requested box; displayed points from the page's top-left corner, y down. */
export interface BoxRequest {
  /** Returned in the placed box. */
  readonly id?: string;
  readonly type: BoxType;
  readonly placement: 'existing' | 'new_page';
  /** From 0. Required, with x and y, for `existing`; otherwise set by the layout of the new page. */
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  /** 0.25 to 1.5, keeping the top-left corner. Always 1 on new pages. */
  readonly scale?: number;
  readonly label?: string;
}

/** Heading of every new page. */
export interface NewPageHeading {
  readonly title: string;
  readonly documentName: string;
}

/** A box with its position; displayed points, `page` from 0. */
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
