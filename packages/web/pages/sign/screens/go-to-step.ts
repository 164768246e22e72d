import type { CheckView } from '@countersign/signing';
import { widgetElementId } from '../document/page-layers.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { GuideStep } from '../finish/guide-steps.ts';
import { OWN_BOX_ID } from '../ink/signature-boxes.tsx';
import { scrollToElement } from '../parts/scroll-to-element.ts';

/** Or opens its sheet on small screens. False if its page is not shown yet. */
function goToField(name: string): boolean {
  const element = document.getElementById(widgetElementId(name));
  if (element === null) return false;
  scrollToElement(widgetElementId(name), 'center');
  element.focus({ preventScroll: true });
  if (element instanceof HTMLButtonElement) element.click();
  return true;
}

/** Opens its dialog if it has one. */
export function goToStep(step: GuideStep, checks: readonly CheckView[], dispatch: Dispatch): void {
  if ('field' in step) {
    if (!goToField(step.field.name)) openStep(step, checks, dispatch);
    return;
  }
  if (step.kind === 'check') {
    dispatch({ type: 'open', dialog: { kind: 'check', field: null, proof: step.check.kind } });
    return;
  }
  scrollToElement(OWN_BOX_ID, 'center');
  document.getElementById(OWN_BOX_ID)?.focus({ preventScroll: true });
  dispatch({ type: 'open', dialog: { kind: 'ink' } });
}

/** The document may still be on its way. */
export function openStep(step: GuideStep, checks: readonly CheckView[], dispatch: Dispatch): void {
  if (!('field' in step)) {
    goToStep(step, checks, dispatch);
    return;
  }
  const { name } = step.field;
  const isOffered = checks.some((one) => one.field === name && one.isOffered);
  if (step.kind === 'field') dispatch({ type: 'open', dialog: { kind: 'field', name } });
  else if (isOffered) dispatch({ type: 'open', dialog: { kind: 'check', field: name } });
  else goToField(name);
}
