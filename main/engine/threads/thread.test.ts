import { expect, onTestFinished, test, vi } from 'vitest';
import { hasHungThreads } from './hung-threads.ts';
import { Thread, type ThreadEnd } from './thread.ts';

interface Echo {
  readonly data: number;
  readonly to: string;
  readonly from: string;
}

const withPort = "import { parentPort as port, workerData as data } from 'node:worker_threads';";

function start(program: string, maxOldGenerationSizeMb = 64) {
  const messages: string[] = [];
  const ended = Promise.withResolvers<ThreadEnd>();
  const onEnd = vi.fn(ended.resolve);
  let heard = Promise.withResolvers<void>();
  const thread = new Thread<Echo>(new URL(`data:text/javascript,${encodeURIComponent(withPort + program)}`), {
    data: 7,
    limits: { maxOldGenerationSizeMb },
    onMessage: (message) => {
      messages.push(message);
      heard.resolve();
      heard = Promise.withResolvers();
    },
    onEnd,
  });
  onTestFinished(() => thread.terminate(10_000));
  return { thread, messages, ended: ended.promise, onEnd, next: () => heard.promise };
}

test('a thread gets its data, is told and tells, and ends when it is asked to', async () => {
  const { thread, messages, onEnd, next } = start(
    "port.on('message', (message) => message === 'close' ? port.close() : port.postMessage(message + data));",
  );
  const heard = next();
  thread.post('a');
  await heard;
  await thread.close();
  expect(messages).toEqual(['a7']);
  expect(onEnd).not.toHaveBeenCalled();
});

test('a bug in a thread is its end, with the stack', async () => {
  const { thread, ended } = start("function inThread() { throw new Error('a bug'); } inThread();");
  const end = await ended;
  expect(end).toMatchObject({ kind: 'bug', error: { message: 'a bug' } });
  expect(String(end.error instanceof Error && end.error.stack)).toContain('inThread');
  expect(thread.end).toBe(end);
});

test('a thread that needs more memory than it may have ends alone', async () => {
  const { ended } = start('const kept = []; for (;;) kept.push(new Array(1000).fill({}));', 8);
  expect(await ended).toMatchObject({ kind: 'out-of-memory' });
});

test('a thread that ends without being asked to is a bug', async () => {
  const { ended, onEnd } = start('process.exit(0);');
  expect(await ended).toMatchObject({ kind: 'bug', error: { message: /ended/ } });
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a thread that computes without end is not waited for by its close, and counts as hung', async () => {
  const { thread, next } = start("port.postMessage(''); for (;;);");
  await next();
  await thread.close(10);
  await vi.waitFor(() => expect(hasHungThreads()).toBe(true), { timeout: 5_000 });
  await thread.terminate(null);
  expect(hasHungThreads()).toBe(false);
});
