/**
 * Acts on Enter in a line of text, but not on the Enter that ends the writing of a Japanese or Chinese word. The key goes no
 * further: the focus has moved by then, and the button that has it would be pressed.
 */
export function onEnterKey(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    act();
  };
}
