/**
 * For use outside a copy event, while a click or a key press is handled. The asynchronous clipboard needs a permission, and the window is granted none.
 */
export function writeClipboard(text: string): boolean {
  let isWritten = false;
  const write = (event: globalThis.ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isWritten = true;
  };
  document.addEventListener('copy', write, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', write, { capture: true });
  return isWritten;
}
