/** What the app did that a person would notice, for tests to read; and what a person would do, for tests to trigger. */
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
  /** Kinds of the power save blockers that are active. */
  powerBlockers: string[];
  openedExternally: string[];
  openedPaths: string[];
  permissionRequests: { permission: string; granted: boolean }[];
  windowOpens: { url: string; action: string }[];
  navigations: { url: string; allowed: boolean }[];
  /** Requests that the app's own handler cancelled. */
  cancelledRequests: string[];
  window: { visible: boolean; minimized: boolean; title: string } | null;
  /** Running utility processes, with the name that the app gave them. */
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

/** Actions that a test triggers: event name and argument. */
export const userActions = new EventEmitter();

/** Dialogs wait for a test's answer. Otherwise a person uses the app. */
export const isUnderTest = process.env['STAND_IN_UNDER_TEST'] === '1';
export const isHeadless = process.env['STAND_IN_HEADLESS'] === '1';
