import type { CDPSession } from 'playwright';

/** Replaces the preload's tokens with paths. A file made by a script has no path and is removed from its list. */
export async function resolveFileTokens(
  args: readonly unknown[],
  cdp: CDPSession | null,
  contextId: number | null,
): Promise<unknown[]> {
  const resolve = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string' && value.startsWith('stand-in-file:')) return pathOf(value, cdp, contextId);
    if (!Array.isArray(value)) return value;
    const inner = await Promise.all(value.map(resolve));
    return inner.filter((one, index) => one !== '' || value[index] === '');
  };
  return Promise.all(args.map(resolve));
}

async function pathOf(token: string, cdp: CDPSession | null, contextId: number | null): Promise<string> {
  const index = Number(token.split(':')[1]);
  if (cdp === null || contextId === null || !Number.isInteger(index)) return '';
  try {
    const evaluated = await cdp.send('Runtime.evaluate', {
      expression: `standInFiles[${index}]`,
      contextId,
    });
    const { objectId } = evaluated.result;
    return objectId === undefined ? '' : (await cdp.send('DOM.getFileInfo', { objectId })).path;
  } catch {
    return '';
  }
}
