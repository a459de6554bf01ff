import type { Command, Control, ShownMessage, ShownModal, World } from '../contract.ts';
import type { Draft } from './composer/draft.ts';
import type { Suggestions } from './composer/menu.ts';
import type { OpenSelect } from './select/open-select.ts';
import type { UnreadChannels } from './unread.ts';

/** A notice of the page itself, below the messages of a channel. */
export interface Notice {
  readonly id: string;
  readonly channelId: string;
  readonly kind: 'sending' | 'failed' | 'said';
  /** The command as it is shown, with its slash; `null` where there is none. */
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

/** The steps of the guide for newcomers. */
export type Step = 'subscribe' | 'auction' | 'watch' | 'outbid';

/** The state of the page. */
export interface State {
  readonly world: World | null;
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly guildId: string | null;
  readonly channelId: string | null;
  /** Messages of opened channels, oldest first. */
  readonly messages: ReadonlyMap<string, readonly ShownMessage[]>;
  readonly unread: UnreadChannels;
  /** The first unread message when the channel was opened, for the line above it. */
  readonly newFrom: string | null;
  /** Whether the end of the list is visible, and the number of messages that arrived while it was not. */
  readonly atEnd: boolean;
  readonly unseen: number;
  /** Number of loaded messages at the beginning that are not rendered. */
  readonly shownFrom: number;
  /** Channels that are loaded completely. */
  readonly complete: ReadonlySet<string>;
  readonly dismissed: ReadonlySet<string>;
  readonly notices: readonly Notice[];
  /** Commands of this user in this channel. */
  readonly commands: readonly Command[];
  /** Those in the menu of a message, in this channel. */
  readonly messageCommands: readonly Command[];
  /** The message whose menu is open. */
  readonly messageMenu: string | null;
  readonly draft: Draft;
  readonly suggestions: Suggestions;
  /** Components with a pending interaction: `MESSAGE CUSTOM_ID`. */
  readonly waiting: ReadonlySet<string>;
  /** The problem of a message's components. */
  readonly componentProblems: ReadonlyMap<string, string>;
  readonly modal: OpenModal | null;
  /** The select menu whose list is open. */
  readonly openSelect: OpenSelect | null;
  /** What users chose in select menus, by the menu's key, until the bot edits the message. */
  readonly selected: ReadonlyMap<string, readonly string[]>;
  /** Whether there is a panel beside the channels. */
  readonly steered: boolean;
  readonly control: Control | null;
  /** The turn of the event that this page caused last, while it is shown where the bot posted it. */
  readonly causedTurn: number | null;
  /** Why the panel's last action failed. */
  readonly controlProblem: string | null;
  readonly theme: Theme;
  readonly narrow: boolean;
  /** A focused field would open the keyboard on the screen. */
  readonly touch: boolean;
  readonly drawer: Drawer;
  readonly panelShown: boolean;
  readonly guideHidden: boolean;
  readonly stepsDone: ReadonlySet<Step>;
  /** Announced to screen readers. */
  readonly announcement: string;
  /** The next focus: a name in `data-focus`; `turn` increases so that the same one can be focused again. */
  readonly focus: { readonly on: string; readonly turn: number };
  /** The message to scroll to once it is there; `turn` increases so that the same one can be shown again. */
  readonly target: { readonly messageId: string; readonly turn: number } | null;
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
  messageCommands: [],
  messageMenu: null,
  draft: { kind: 'text', text: '' },
  suggestions: { open: false, active: 0, found: null },
  waiting: new Set(),
  componentProblems: new Map(),
  modal: null,
  openSelect: null,
  selected: new Map(),
  steered: true,
  control: null,
  causedTurn: null,
  controlProblem: null,
  theme: 'auto',
  narrow: false,
  touch: false,
  drawer: 'none',
  panelShown: true,
  guideHidden: false,
  stepsDone: new Set(),
  announcement: '',
  focus: { on: '', turn: 0 },
  target: null,
};
