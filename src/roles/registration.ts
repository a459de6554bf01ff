import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import { commands } from '../../commands/index.ts';
import type { Clock } from '../chain/clock.ts';
import type { BotIdentity } from '../discord/gateway/gateway.ts';
import { registerCommandsWithRetries } from '../discord/register.ts';
import type { Messages } from '../messages/messages.ts';
import type { CommandState } from '../ops/readiness.ts';

/** The registration of the commands at Discord. */
export interface Registration {
  /** Registers them, if Discord has others. Tries again for as long as Discord does not answer, until the signal aborts. */
  register(bot: BotIdentity, signal: AbortSignal): Promise<void>;
  /** Discord's ids of the commands by name; empty until they are known. */
  ids(): ReadonlyMap<string, string>;
  state(): CommandState;
}

/** @param deps.messages what their descriptions are taken from; `scope`: the one server where they are registered, else `null` */
export function createRegistration(deps: {
  readonly rest: REST;
  readonly messages: Messages;
  readonly scope: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}): Registration {
  const { rest, messages, scope, clock, log } = deps;
  let ids: ReadonlyMap<string, string> = new Map();
  let state: CommandState = 'not registered';
  return {
    async register({ applicationId }, signal) {
      const registered = await registerCommandsWithRetries({
        ...{ sleep: clock.sleep, signal, log, rest, applicationId, commands, messages, scope },
      });
      ids = registered.ids;
      state = registered.refused ? 'refused' : 'registered';
    },
    ids: () => ids,
    state: () => state,
  };
}
