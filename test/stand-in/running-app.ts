/** A running app as a test sees it: the same in Electron and in the stand-in. */
import type { Page } from 'playwright';
import type { LoopDelay } from '../../build/stand-in/loop-delay.ts';
import type { ObservedState } from '../../build/stand-in/observed.ts';

export interface LaunchOptions {
  /** For `--state`: the store, the settings, the window's profile. */
  readonly stateDir: string;
  /** Default: true. */
  readonly headless?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The backend that safeStorage reports; without one there is no keychain (basic_text). */
  readonly keychain?: 'gnome_libsecret' | 'unavailable';
  /** The system's proxy as a PAC result, e.g. "PROXY proxy.firm:3128". */
  readonly proxy?: string;
}

export interface RunningApp {
  readonly runtime: 'electron' | 'stand-in';
  readonly page: Page;
  /** The main process's. */
  readonly pid: number;
  /** What the app did that a person would notice. */
  shown(): Promise<ObservedState>;
  /**
   * Paths for an open dialog, a path for a save dialog, a button's number for a message; null closes it. May be given before
   * the dialog opens.
   */
  answerDialog(answer: readonly string[] | string | number | null): Promise<void>;
  chooseMenu(idOrLabel: string): Promise<void>;
  /** Chooses an item of the tray's menu; '' clicks the icon. */
  chooseTray(label: string): Promise<void>;
  clickNotification(index: number): Promise<void>;
  /** `session-end`: Windows asks the window whether the session may end. */
  power(event: 'suspend' | 'resume' | 'shutdown' | 'session-end' | 'on-ac' | 'on-battery'): Promise<void>;
  systemTheme(theme: 'light' | 'dark'): Promise<void>;
  /** Drops files and folders from outside onto the first element that matches. */
  drop(selector: string, paths: readonly string[]): Promise<void>;
  /** Closes the window as a person does. `shown` says what the app made of it. */
  closeWindow(): Promise<void>;
  /** The current window's page, after it was closed and opened again. */
  currentPage(): Promise<Page>;
  /** Quits as from the menu, and waits for the exit code. */
  quit(): Promise<number>;
  /** Kills main with SIGKILL, like a crash, and waits until it is gone. */
  kill(): Promise<void>;
  /** Main's event-loop delay since the previous call; the first call starts the measurement. */
  loopDelay(): Promise<LoopDelay>;
  /** What main wrote to its standard output and error. */
  output(): string;
}

/** A drag from outside the browser with paths, as the system does it. */
export async function dropFiles(page: Page, selector: string, paths: readonly string[]): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not to be seen.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const cdp = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await cdp.detach();
}
