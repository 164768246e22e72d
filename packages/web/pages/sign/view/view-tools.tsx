import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { useText } from '../parts.tsx';
import { ZOOM_STEP, type Zoom } from './zoom.ts';

export interface ReadingSwitch {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

interface ViewToolsProps {
  readonly page: number;
  readonly pages: number;
  readonly zoom: Zoom;
  /** It is undefined where the text cannot be shown without the page. */
  readonly reading: ReadingSwitch | undefined;
}

/** Lies over the lower edge of the document: where one is, how large the page is, and its text. */
export function ViewTools({ page, pages, zoom, reading }: ViewToolsProps) {
  const text = useText();
  const isReading = reading?.isOn === true;
  return (
    <div class="view-tools">
      <p class="view-page">{text('pageOf', { page: page + 1, pages })}</p>
      <fieldset class="view-zoom">
        <legend class="visually-hidden">{text('zoom')}</legend>
        {!isReading && (
          <>
            <button
              type="button"
              class="icon-button"
              aria-label={text('zoomOut')}
              disabled={!zoom.canShrink}
              onClick={() => zoom.by(1 / ZOOM_STEP)}
            >
              <Icon path={icons.minus} />
            </button>
            <span role="status">{text('zoomLevel', { percent: Math.round((zoom.level ?? 1) * 100) })}</span>
            <button
              type="button"
              class="icon-button"
              aria-label={text('zoomIn')}
              disabled={!zoom.canGrow}
              onClick={() => zoom.by(ZOOM_STEP)}
            >
              <Icon path={icons.plus} />
            </button>
          </>
        )}
        {reading !== undefined && (
          <button
            type="button"
            class="icon-button view-reading"
            aria-label={text('readAsText')}
            aria-pressed={isReading}
            onClick={() => reading.onChange(!isReading)}
          >
            <span aria-hidden="true">Aa</span>
          </button>
        )}
      </fieldset>
    </div>
  );
}
