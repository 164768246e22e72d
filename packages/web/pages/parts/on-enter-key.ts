/**
 * Not to end an IME composition. Stops the event, because the focus moves to a button that it would press.
 */
export function onEnterKey(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    act();
  };
}
