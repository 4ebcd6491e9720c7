// Keeps the page current while someone looks at it. Without this script the page is the same, as of its loading.
const everyMs = 2000;

async function refresh() {
  const selection = document.getSelection();
  if (document.hidden || (selection !== null && !selection.isCollapsed)) return;
  const response = await fetch(location.href, { cache: 'no-store' });
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  const main = document.querySelector('main');
  if (next === null || main === null || next.innerHTML === main.innerHTML) return;
  const focused = document.activeElement?.getAttribute('href');
  main.replaceWith(next);
  if (focused) next.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

setInterval(() => refresh().catch(() => undefined), everyMs);
