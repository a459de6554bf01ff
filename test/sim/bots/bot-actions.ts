/** A role that one bot has for all. */
export type BotRole = 'poller' | 'sender' | 'housekeeper';

/** What happens to one of several bots, or between them. Bots are numbers from 0; a number without a bot is nothing. */
export type BotAction =
  | { readonly do: 'kill bot' | 'stop bot'; readonly bot: number; readonly downMs: number }
  | {
      readonly do: 'kill bot at commit';
      readonly bot: number;
      readonly commit: number;
      readonly when: 'before' | 'after';
      readonly downMs: number;
    }
  /** Nothing of it runs for so long, as while its machine is suspended. */
  | { readonly do: 'pause bot'; readonly bot: number; readonly lastsMs: number }
  /** The same for whatever bot holds the role then. */
  | { readonly do: 'kill holder'; readonly role: BotRole; readonly downMs: number }
  | { readonly do: 'pause holder'; readonly role: BotRole; readonly lastsMs: number }
  /** Its clock is so far ahead of the true time until it is set again. */
  | { readonly do: 'set clock'; readonly bot: number; readonly aheadMs: number }
  /** Another bot starts, or the newest one stops for good. */
  | { readonly do: 'bot joins' | 'bot leaves' }
  /** Stops it, and starts it with a program that knows one more migration. */
  | { readonly do: 'upgrade bot'; readonly bot: number; readonly downMs: number }
  | { readonly do: 'abort transactions'; readonly times: number; readonly code: '40001' | '40P01' }
  | { readonly do: 'lose answers of commits'; readonly times: number }
  | { readonly do: 'database away'; readonly lastsMs: number; readonly how: 'refuses' | 'is silent' }
  | { readonly do: 'drop shard'; readonly shard: number };

const ACTIONS: ReadonlySet<string> = new Set<BotAction['do']>([
  'kill bot',
  'stop bot',
  'kill bot at commit',
  'pause bot',
  'kill holder',
  'pause holder',
  'set clock',
  'bot joins',
  'bot leaves',
  'upgrade bot',
  'abort transactions',
  'lose answers of commits',
  'database away',
  'drop shard',
]);

/** Whether an action is one of these. */
export const isBotAction = (action: { readonly do: string }): action is BotAction => ACTIONS.has(action.do);
