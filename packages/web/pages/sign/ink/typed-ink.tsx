import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Size } from '../../document/page-scale.ts';
import { fitName } from './fit-name.ts';
import type { TypedInk } from './ink-choice.ts';
import { fontFamily } from './signature-fonts.ts';

interface FittedNameProps {
  readonly ink: TypedInk;
  /** CSS pixels. */
  readonly area: Size;
}

/** Fitted again when the font is loaded. */
export function FittedName({ ink: { typedName, font }, area: { width, height } }: FittedNameProps) {
  const element = useRef<HTMLSpanElement>(null);
  const family = fontFamily(font);
  useLayoutEffect(() => {
    const fit = (): void => {
      if (element.current !== null) fitName(element.current, { width, height });
    };
    fit();
    // Before, the fallback font is measured.
    document.fonts.load(`16px ${family}`, typedName).then(fit, fit);
  }, [typedName, family, width, height]);
  return (
    <span ref={element} class="ink-typed ink-fitted" style={{ fontFamily: family }}>
      {typedName}
    </span>
  );
}
