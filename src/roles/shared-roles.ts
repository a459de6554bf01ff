import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { Config } from '#src/config.ts';
import type { RoleBoard } from '#src/store/model/role-report.ts';
import type { SharedDatabase } from '#src/store/shared-database.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { detectCutOff, isAnotherConnected } from './cut-off.ts';
import { createRoleRunner, type RoleRunner, type StartRole } from './role-runner.ts';

/**
 * The part of a process that cooperates with others on its database. Disposing of it ends its roles, which others then
 * take.
 */
export interface SharedRoles extends AsyncDisposable {
  /** The id of this process as a holder of leases. */
  readonly self: string;
  readonly runner: RoleRunner;
  /** Starts taking roles. Resolves when it has tried each of them once. */
  start(): Promise<void>;
}

/** @param deps.roles all roles that exactly one process may hold, except those that the settings exclude */
export function shareRoles(deps: {
  readonly config: Pick<Config, 'roles' | 'leaseMs'>;
  readonly roles: Readonly<Record<'poller' | 'sender' | 'housekeeper', StartRole>>;
  readonly shared: Pick<SharedDatabase, 'leases' | 'processes' | 'wakeups'>;
  /** Reads who holds which role, and their reports. */
  readonly roleBoard: () => Promise<RoleBoard>;
  /** Returns the time since Discord's last answer, ms. */
  readonly silentForMs: () => number;
  /** Sends a request to Discord; rejects without an answer. */
  readonly askDiscord: () => Promise<unknown>;
  /** Reads the changes of other processes up to this version. Called every two seconds, and on the message `rules`. */
  readonly catchUp: (changeVersion: number) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}): SharedRoles {
  const { config, shared, clock, log } = deps;
  const { processes, wakeups } = shared;
  const host = hostname();
  const self = `${host}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const wanted = new Set<string>(config.roles);
  let changeVersion = 0;
  let catchingUp: Promise<void> | null = null;
  async function catchUp(): Promise<void> {
    try {
      for (let known = -1; known < changeVersion; ) {
        known = changeVersion;
        await deps.catchUp(known);
      }
    } catch (error) {
      // The next check retries.
      log.warn({ err: error }, 'changes of other processes not read; retrying');
    } finally {
      catchingUp = null;
    }
  }
  const cutOff = detectCutOff({
    ...{ silentForMs: deps.silentForMs, ask: deps.askDiscord, clock, log },
    isAnotherConnected: async () => isAnotherConnected(await deps.roleBoard(), self),
    // Shards are left by their holder, since a connection may last without other requests.
    leave: async () => void (await Promise.all(Object.keys(deps.roles).map((role) => runner.giveUp(role)))),
    onBack: () => runner.pollNow(),
  });
  const runner = createRoleRunner({
    leases: shared.leases,
    holder: self,
    roles: Object.fromEntries(Object.entries(deps.roles).filter(([role]) => wanted.has(role))),
    lifeMs: config.leaseMs,
    clock,
    random: Math.random,
    log,
    onGivenUp: () => wakeups.notify('leases'),
    mayTake: () => !cutOff.isCutOff(),
    beSeen: () => processes.beSeen(self),
    onLeasesRead(version) {
      changeVersion = version;
      // The roles do not wait for it.
      catchingUp ??= catchUp();
    },
  });
  wakeups.listen('leases', runner.pollNow);
  wakeups.listen('rules', runner.pollNow);
  return {
    self,
    runner,
    async start() {
      await processes.join({ id: self, name: host, version: packageJson.version, roles: config.roles });
      await runner.start();
    },
    async [Symbol.asyncDispose]() {
      await cutOff[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await catchingUp;
      await processes.leave(self).catch((error: unknown) => {
        log.debug({ err: error }, 'shutdown not announced to other processes');
      });
    },
  };
}
