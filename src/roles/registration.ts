import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import { commands } from '#commands/index.ts';
import type { Clock } from '#src/chain/clock.ts';
import type { BotIdentity } from '#src/discord/gateway/gateway.ts';
import { registerCommandsWithRetries } from '#src/discord/registration/register.ts';
import type { Messages } from '#src/messages/messages.ts';
import { createPollLoop } from '#src/outbox/poll-loop.ts';
import type { HousekeeperReport } from '#src/store/model/role-report.ts';

/**
 * The commands at Discord, as far as this process knows of them: it registered them, or read what the housekeeper says.
 */
export interface Registration {
  /**
   * Registers them, if Discord has others. Tries again for as long as Discord does not answer, until the signal aborts.
   */
  register(bot: BotIdentity, signal: AbortSignal): Promise<void>;
  /** Discord's ids of the commands by name; empty until they are known. */
  ids(): ReadonlyMap<string, string>;
  /** For other processes. */
  report(): HousekeeperReport;
  /** Takes over the ids that another process, which registered the commands, reported. */
  learn(report: HousekeeperReport): void;
}

/** How often a process that does not register the commands reads their ids. */
const FOLLOW_EVERY_MS = 30_000;

/**
 * Keeps the ids of the commands in a process that is not the housekeeper.
 * @param deps.isOwn whether this process is; `read`: what the housekeeper said last, `null` for nothing yet
 */
export function followRegistration(deps: {
  readonly registration: Pick<Registration, 'learn'>;
  readonly isOwn: () => boolean;
  readonly read: () => Promise<HousekeeperReport | null>;
  readonly clock: Clock;
  readonly log: Logger;
}): AsyncDisposable {
  const { registration, isOwn, read, clock, log } = deps;
  return createPollLoop({
    what: 'reading the command ids',
    everyMs: FOLLOW_EVERY_MS,
    async poll() {
      if (isOwn()) return;
      const report = await read();
      if (report !== null && !isOwn()) registration.learn(report);
    },
    ...{ clock, log },
  });
}

/**
 * @param deps.messages what their descriptions are taken from; `scope`: the one server where they are registered, else
 * `null`
 */
export function createRegistration(deps: {
  readonly rest: REST;
  readonly messages: Messages;
  readonly scope: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}): Registration {
  const { rest, messages, scope, clock, log } = deps;
  let ids: ReadonlyMap<string, string> = new Map();
  let state: HousekeeperReport['commands'] = 'not registered';
  return {
    async register({ applicationId }, signal) {
      const registered = await registerCommandsWithRetries({
        ...{ sleep: clock.sleep, signal, log, rest, applicationId, commands, messages, scope },
      });
      ids = registered.ids;
      state = registered.refused ? 'refused' : 'registered';
    },
    ids: () => ids,
    report: () => ({ commands: state, ids: Object.fromEntries(ids) }),
    learn(report) {
      ids = new Map(Object.entries(report.ids));
    },
  };
}
