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
 * The commands registered at Discord, as far as this process knows: it registered them itself, or read the
 * housekeeper's report.
 */
export interface Registration {
  /**
   * Registers the commands, if Discord has others. Retries as long as Discord does not answer, until the signal aborts.
   */
  register(bot: BotIdentity, signal: AbortSignal): Promise<void>;
  /** Returns the Discord ids of the commands by name; empty until they are known. */
  ids(): ReadonlyMap<string, string>;
  /** Returns the report for other processes. */
  report(): HousekeeperReport;
  /** Adopts the ids reported by the process that registered the commands. */
  learn(report: HousekeeperReport): void;
}

/** Interval at which a process that does not register the commands reads their ids. */
const FOLLOW_EVERY_MS = 30_000;

/**
 * Keeps the command ids up to date in a process that is not the housekeeper.
 * @param deps.isOwn whether this process is the housekeeper; `read`: the housekeeper's latest report, `null` if there
 * is none
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
 * @param deps.messages source of their descriptions; `scope`: the only server where they are registered, else `null`
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
