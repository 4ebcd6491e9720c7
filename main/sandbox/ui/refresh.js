// Updates the page while it is visible. It also works without this script, as of when it was loaded.
const refreshMs = 2000;

async function refresh() {
  const selection = document.getSelection();
  if (document.hidden || (selection !== null && !selection.isCollapsed)) return;
  const response = await fetch(location.href, { cache: 'no-store' });
  // The sandbox was restarted: the page says how to open it again.
  if (response.status === 403) location.reload();
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  const main = document.querySelector('main');
  if (next === null || main === null || next.innerHTML === main.innerHTML) return;
  const focused = document.activeElement?.getAttribute('href');
  main.replaceWith(next);
  if (focused) next.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

setInterval(() => refresh().catch(() => undefined), refreshMs);
