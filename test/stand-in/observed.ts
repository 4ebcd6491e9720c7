/** What the app did that a person would notice, and what a person would do: the tests read the one and play the other. */
import { EventEmitter } from 'node:events';

export interface ObservedDialog {
  readonly kind: 'open' | 'save' | 'message' | 'error';
  readonly options: Readonly<Record<string, unknown>>;
}
export interface ObservedMenuItem {
  readonly id: string;
  readonly label: string;
  readonly role: string;
  readonly accelerator: string;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly items: readonly ObservedMenuItem[];
}
export interface ObservedState {
  dialogs: ObservedDialog[];
  notifications: { title: string; body: string }[];
  menu: readonly ObservedMenuItem[];
  tray: { toolTip: string; menu: readonly ObservedMenuItem[] } | null;
  progress: { value: number; mode: string };
  /** Kinds of the blockers that hold now. */
  powerBlockers: string[];
  openedExternally: string[];
  openedPaths: string[];
  permissionRequests: { permission: string; granted: boolean }[];
  windowOpens: { url: string; action: string }[];
  navigations: { url: string; allowed: boolean }[];
  /** Requests that the app's own handler refused. */
  cancelledRequests: string[];
  window: { visible: boolean; minimized: boolean; title: string } | null;
  /** Of utility processes that live, by the name that the app gave. */
  processes: { name: string; pid: number }[];
}

export const nothingObserved = (): ObservedState => ({
  dialogs: [],
  notifications: [],
  menu: [],
  tray: null,
  progress: { value: -1, mode: 'none' },
  powerBlockers: [],
  openedExternally: [],
  openedPaths: [],
  permissionRequests: [],
  windowOpens: [],
  navigations: [],
  cancelledRequests: [],
  window: null,
  processes: [],
});

export const observed = nothingObserved();

/** What a test plays: the name of the act, and its argument. */
export const userActions = new EventEmitter();

/** A test holds the strings: dialogs wait for it. Otherwise a person sits there. */
export const isUnderTest = process.env['STAND_IN_PLAYED'] === '1';
export const isHeadless = process.env['STAND_IN_HEADLESS'] === '1';
