/** The state of the app that the mock bridge answers from. */
import type { Failed, Result } from '../../../preload/contract/failures/failure.ts';
import type { Answer, Argument, CallName, EventData, EventName } from '../../../preload/contract/index.ts';
import type { Snapshot, TemplateView } from '../../../preload/contract/views/views.ts';

type MockEvent = { [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> } }[EventName];

export interface MockApp {
  state: Omit<Snapshot, 'revision'>;
  /** Custodians assigned by hand, by folder ID. */
  readonly manualCustodians: Map<number, string>;
  /** By upload; automatic without one. */
  readonly packing: Map<number, 'auto' | 'always' | 'never'>;
  readonly templates: TemplateView[];
  /** Calls that fail, by name. */
  readonly failing: ReadonlyMap<string, Failed>;
  /** The platform's lists are empty, or every call of its own fails. */
  readonly platform: 'empty' | Failed;
  readonly delayMs: number;
  readonly scanMs: number;
  /** Nothing makes progress. */
  readonly still: boolean;
  readonly losesEvents: boolean;
  emit(event: MockEvent): void;
}

type Handler<Name extends CallName> = (
  argument: Argument<Name>,
) => Result<Answer<Name>> | Promise<Result<Answer<Name>>>;

/** The platform's screens are tested against the sandbox. */
type OptionalCall = Extract<CallName, `platform.${string}`>;

export type Handlers = { readonly [Name in Exclude<CallName, OptionalCall>]: Handler<Name> };
export type AnyHandlers = { readonly [Name in CallName]?: Handler<Name> };
