import { failure } from '../../../preload/contract/failure.ts';
import type { Item } from '../store/item-repository.ts';
import type { TransferContext } from './context.ts';
import { refusal, requestSourceFile } from './create-source-file.ts';
import type { SendOutcome } from './send-file.ts';

/**
 * Hands a direct link to the platform, which starts to fetch it at once (platform-interface 3.1). So a request without
 * an answer may already have brought the evidence in: it is never repeated without a person's word.
 */
export async function sendLink(transfer: TransferContext, item: Item): Promise<SendOutcome> {
  const { writes, sourceFiles, items } = transfer;
  const shown = item.link ?? item.name;
  const before = sourceFiles.current(item.id);
  if (before !== null)
    return before.platformId === null
      ? { kind: 'held', failure: unknown(shown) }
      : // Answered, and ended before that was settled.
        {
          kind: 'accepted',
          sourceFile: { ...before, platformId: before.platformId },
          sha1: null,
          answerState: null,
        };
  const link = item.linkHasSecret ? transfer.links.get(item.id) : shown;
  if (link === undefined)
    return {
      kind: 'failed',
      failure: failure('link-secret-missing').failure,
    };
  const row = await writes.enqueue(() => {
    if (items.stateOf(item.id) === 'queued') items.transition(item, 'queued', 'uploading', null);
    return sourceFiles.recordRequest(item.id, transfer.now().toISOString(), 0, 0);
  });
  const answer = await requestSourceFile(transfer, item, row, { filename: item.name, directLink: link });
  if (answer.ok) {
    const { sourceFile, state } = answer.value;
    return { kind: 'accepted', sourceFile, sha1: null, answerState: state };
  }
  if (answer.failure.code === 'outcome-unknown') return { kind: 'held', failure: unknown(shown) };
  // Certainly not done: it may be asked for again.
  await writes.enqueue(() => sourceFiles.abandon(item.id));
  // Of a link, these may speak of what it leads to, and the next one may be right.
  if (answer.failure.code === 'not-found' || answer.failure.code === 'cap-reached')
    return { kind: 'failed', failure: answer.failure };
  return refusal(answer.failure);
}

function unknown(shown: string) {
  return {
    code: 'outcome-unknown',
    path: shown,
    message:
      'It was handed over, but no answer came back: the platform may already be fetching it. Look in the dataset, then decide: send it again, or leave it out.',
  } as const;
}
