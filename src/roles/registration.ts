import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import { commands } from '../../commands/index.ts';
import type { Clock } from '../chain/clock.ts';
import type { BotIdentity } from '../discord/gateway/gateway.ts';
import { registerCommandsWithRetries } from '../discord/register.ts';
import { retryUntilSuccess } from '../discord/retry-until-success.ts';
import type { Messages } from '../messages/messages.ts';
import type { CommandState } from '../ops/readiness.ts';
import type { BotIdentityStore } from '../store/bot-identity.ts';

/** The registration of the commands at Discord. */
export interface Registration {
  /**
   * Registers them, if Discord has others, and saves their ids. Tries again for as long as Discord, or the database, does not answer,
   * until the signal aborts.
   */
  register(bot: BotIdentity, signal: AbortSignal): Promise<void>;
  /** Reads their ids, which another process may have registered. */
  readIds(): Promise<void>;
  /** Discord's ids of the commands by name; empty until they are known. */
  ids(): ReadonlyMap<string, string>;
  state(): CommandState;
}

/** @param deps.messages what their descriptions are taken from; `scope`: the one server where they are registered, else `null` */
export function createRegistration(deps: {
  readonly rest: REST;
  readonly store: BotIdentityStore;
  readonly messages: Messages;
  readonly scope: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}): Registration {
  const { rest, store, messages, scope, clock, log } = deps;
  let ids: ReadonlyMap<string, string> = new Map();
  let state: CommandState = 'not registered';
  return {
    async register(bot, signal) {
      const { applicationId } = bot;
      const registered = await registerCommandsWithRetries({
        ...{ sleep: clock.sleep, signal, log, rest, applicationId, commands, messages, scope },
      });
      ids = registered.ids;
      state = registered.refused ? 'refused' : 'registered';
      await retryUntilSuccess(() => store.saveIdentity(bot, ids), {
        sleep: clock.sleep,
        signal,
        isFinal: () => false,
        onFailure: (error, failures) =>
          log.warn({ err: error, failures }, 'could not save who the bot is; trying again'),
      });
    },
    async readIds() {
      const known = await store.commandIds();
      if (known === null || state === 'refused') return;
      ids = known;
      state = 'registered';
    },
    ids: () => ids,
    state: () => state,
  };
}
