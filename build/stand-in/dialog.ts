/** Dialogs: answered by a test, or by a person in a window of the stand-in. */
import { failOnMissing } from './event.ts';
import { isUnderTest, type ObservedDialog, observed, userActions } from './observed.ts';

type Options = Readonly<Record<string, unknown>>;

/** Answers given in advance, and dialogs that wait for one. */
const answers: unknown[] = [];
const waiting: ((answer: unknown) => void)[] = [];
userActions.on('answerDialog', (answer: unknown) => {
  const next = waiting.shift();
  if (next === undefined) answers.push(answer);
  else next(answer);
});

async function ask(kind: ObservedDialog['kind'], args: readonly unknown[]): Promise<unknown> {
  // The window is the first argument, and optional.
  const options = { ...optionsIn(args) };
  observed.dialogs.push({ kind, options });
  if (!isUnderTest) {
    const { openDialogPage } = await import('./dialog-page.ts');
    return openDialogPage(kind, options);
  }
  if (answers.length > 0) return answers.shift();
  return new Promise((resolve) => waiting.push(resolve));
}

function optionsIn(args: readonly unknown[]): Options {
  const last = args.at(-1);
  return typeof last === 'object' && last !== null ? Object.fromEntries(Object.entries(last)) : {};
}

export const dialog = failOnMissing('dialog', {
  async showOpenDialog(...args: unknown[]) {
    const answer = await ask('open', args);
    const filePaths = Array.isArray(answer) ? answer.map(String) : [];
    return { canceled: filePaths.length === 0, filePaths };
  },
  async showSaveDialog(...args: unknown[]) {
    const answer = await ask('save', args);
    const filePath = typeof answer === 'string' ? answer : '';
    return { canceled: filePath === '', filePath };
  },
  async showMessageBox(...args: unknown[]) {
    const answer = await ask('message', args);
    const cancel = optionsIn(args)['cancelId'];
    const response = typeof answer === 'number' ? answer : typeof cancel === 'number' ? cancel : 0;
    return { response, checkboxChecked: false };
  },
  showErrorBox(title: string, content: string) {
    observed.dialogs.push({ kind: 'error', options: { title, content } });
    process.stderr.write(`${title}: ${content}\n`);
  },
});
