/** Without animation for reduced motion. */
export function scrollToElement(id: string, block: 'start' | 'center'): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ block, behavior: isCalm ? 'auto' : 'smooth' });
}
