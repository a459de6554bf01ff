import type { Command, Control, ShownMessage, ShownModal, World } from '../contract.ts';
import type { Draft } from './composer/draft.ts';
import type { Suggestions } from './composer/menu.ts';

/** Something that only this page says, below the messages of a channel. */
export interface Notice {
  readonly id: string;
  readonly channelId: string;
  readonly kind: 'sending' | 'failed' | 'said';
  /** The command that was used, without its slash; `null` where none was. */
  readonly command: string | null;
  readonly text: string;
}

export interface OpenModal {
  readonly modal: ShownModal;
  readonly channelId: string;
  readonly sending: boolean;
  readonly problem: string | null;
}

export type Theme = 'auto' | 'dark' | 'light';
export type Drawer = 'none' | 'channels' | 'panel';

/** The steps that a newcomer is offered. */
export type Step = 'subscribe' | 'lookup' | 'sweep' | 'auction';

/** Everything that the page shows. */
export interface State {
  readonly world: World | null;
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly guildId: string | null;
  readonly channelId: string | null;
  /** Messages of the channels that were opened, oldest first. */
  readonly messages: ReadonlyMap<string, readonly ShownMessage[]>;
  /** Messages since a channel was last looked at. */
  readonly unread: ReadonlyMap<string, number>;
  /** The first message that was new when the channel was opened, for the line above it. */
  readonly newFrom: string | null;
  /** Whether the end of the list is in sight, and what came while it was not. */
  readonly atEnd: boolean;
  readonly unseen: number;
  /** How many of the loaded messages are left out at the beginning. */
  readonly shownFrom: number;
  /** Channels whose messages are loaded from the very first on. */
  readonly complete: ReadonlySet<string>;
  readonly dismissed: ReadonlySet<string>;
  readonly notices: readonly Notice[];
  /** Commands of this person in this channel. */
  readonly commands: readonly Command[];
  readonly draft: Draft;
  readonly suggestions: Suggestions;
  /** Components that wait for an answer: `MESSAGE CUSTOM_ID`. */
  readonly waiting: ReadonlySet<string>;
  /** What went wrong with a component of a message. */
  readonly componentProblems: ReadonlyMap<string, string>;
  readonly modal: OpenModal | null;
  /** Whether there is a panel beside the channels. */
  readonly steered: boolean;
  readonly control: Control | null;
  /** What the last action of the panel came to, where it failed. */
  readonly controlProblem: string | null;
  readonly theme: Theme;
  readonly narrow: boolean;
  readonly drawer: Drawer;
  readonly panelShown: boolean;
  readonly guideHidden: boolean;
  readonly stepsDone: ReadonlySet<Step>;
  /** Said to screen readers. */
  readonly announcement: string;
  /** What has the focus next: a name in `data-focus`; `turn` grows so that the same may be asked for again. */
  readonly focus: { readonly on: string; readonly turn: number };
}

export const INITIAL: State = {
  world: null,
  connection: 'connecting',
  guildId: null,
  channelId: null,
  messages: new Map(),
  unread: new Map(),
  newFrom: null,
  atEnd: true,
  unseen: 0,
  shownFrom: 0,
  complete: new Set(),
  dismissed: new Set(),
  notices: [],
  commands: [],
  draft: { kind: 'text', text: '' },
  suggestions: { open: false, active: 0, found: null },
  waiting: new Set(),
  componentProblems: new Map(),
  modal: null,
  steered: true,
  control: null,
  controlProblem: null,
  theme: 'auto',
  narrow: false,
  drawer: 'none',
  panelShown: true,
  guideHidden: false,
  stepsDone: new Set(),
  announcement: '',
  focus: { on: '', turn: 0 },
};
