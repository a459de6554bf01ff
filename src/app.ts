import type { Logger } from 'pino';
import type { GavelError } from '#src/chain/errors.ts';
import { inviteLink } from '#src/discord/access/needed-permissions.ts';
import type { BotIdentity } from '#src/discord/gateway/gateway.ts';
import type { GuildChange } from '#src/discord/guilds/guilds.ts';
import { askDiscord } from '#src/discord/rest/reach.ts';
import { createSilencing } from '#src/ingest/silencing.ts';
import { createSubscriptions } from '#src/ingest/subscriptions.ts';
import { createCommands } from '#src/roles/commands.ts';
import { connectAlone, connectTogether } from '#src/roles/connection.ts';
import { createFencedFacts } from '#src/roles/fenced-facts.ts';
import { heldForGood } from '#src/roles/held-role.ts';
import { housekeeperRole } from '#src/roles/housekeeper.ts';
import { createInteractionEndpoints } from '#src/roles/interaction-endpoints.ts';
import { pollerRole } from '#src/roles/poller.ts';
import { followRegistration } from '#src/roles/registration.ts';
import { senderRole } from '#src/roles/sender.ts';
import { createServers } from '#src/roles/servers.ts';
import { shareRoles } from '#src/roles/shared-roles.ts';
import { findWork } from '#src/store/find-work.ts';
import { createRoleStates } from '#src/store/role-states.ts';
import type { Config } from './config.ts';
import { type AppOverrides, createContext } from './context.ts';

/** A running bot, or one of its processes. Disposing of it settles the requests in progress and closes the store. */
export interface App extends AsyncDisposable {
  /** Resolves when the bot is connected and its commands are registered or refused. Polling starts before that. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the bot must stop and an operator has to act. */
  readonly failed: Promise<GavelError>;
  /** Polls the feed and the auctions immediately. Resolves when new alerts are in the outbox. */
  poll(): Promise<void>;
}

/** Interval at which a process checks for notices that another process's sender made due. */
const NOTICES_EVERY_MS = 10_000;

/**
 * Composition root: creates all parts of the bot and starts it. The parts of every process (`context.ts`) come first,
 * then the roles. On SQLite one process runs all roles; on PostgreSQL each process runs the roles whose leases it holds
 * (`shared-roles.ts`).
 * @throws GavelError STORE_UNUSABLE or STORE_IN_USE if the database cannot be used
 */
export async function createApp(config: Config, log: Logger, overrides: AppOverrides = {}): Promise<App> {
  await using parts = new AsyncDisposableStack();
  const context = await createContext(config, log, overrides, {
    parts,
    onServers: (guildIds) => servers.noteRules(guildIds),
  });
  const { clock, operations, stopping, failure, database, shared, store, reports } = context;
  const { rest, guilds, registration, slots } = context;

  /** Alerts are sent once Discord has accepted the bot. They do not wait for its commands, which Discord may refuse. */
  const accepted = Promise.withResolvers<BotIdentity>();
  const mayRegister = Promise.withResolvers<BotIdentity>();
  const roles = {
    poller: pollerRole({ ...context, slot: slots.poller, refresh: context.rules.refresh }),
    sender: senderRole({
      ...context,
      slot: slots.sender,
      accepted: accepted.promise,
      contextFor: context.contextOf,
      ownUserId: () => (guilds.botId === '' ? null : guilds.botId),
      findWork: shared === null ? null : (seen) => findWork(database, seen),
      onStopped: () => servers.checkNotices(),
      onFailure: failure.resolve,
    }),
    housekeeper: housekeeperRole({
      ...context,
      slot: slots.housekeeper,
      identified: mayRegister.promise,
      onFailure: context.fail,
      forgetPerson: (userId) => subscriptions.forgetPerson(userId),
    }),
  };
  const together =
    shared === null
      ? null
      : parts.use(
          shareRoles({
            ...{ config, roles, shared, clock, log },
            catchUp: context.rules.catchUp,
            roleBoard: reports.roleBoard,
            silentForMs: context.discordReach.silentForMs,
            askDiscord: () => askDiscord(rest),
          }),
        );

  const toDiscord = {
    ...{ config, rest, guilds, log },
    onInteraction: (payload: unknown): void => handleInteraction(payload),
    onGuildChange(guildId: string, change: GuildChange, event: string): void {
      if (change === 'received') operations.onServerReceived();
      servers.noteChange(guildId, change, event);
    },
    onConnection: operations.onConnection,
    onShardReady: (): void => void servers.checkAll(),
    onFatal: failure.resolve,
  };
  const connection = parts.use(
    together === null ? connectAlone(toDiscord) : connectTogether({ ...context, ...toDiscord, ...together }),
  );
  const { gateway, knows, shardOf } = connection;

  const subscriptions = createSubscriptions({
    ...context,
    now: clock.now,
    onRules(guildId) {
      servers.noteRules([guildId]);
      shared?.wakeups.notify('rules');
    },
  });
  const silencing = createSilencing({
    ...context,
    now: context.discordNow,
    onChange: () => shared?.wakeups.notify('rules'),
  });
  const servers = parts.use(
    createServers({
      ...{ ...context, knows, subscriptions },
      facts: together === null ? store : createFencedFacts({ database, shardOf }),
      noticesEveryMs: together === null ? null : NOTICES_EVERY_MS,
    }),
  );
  const states = createRoleStates({
    own: {
      poller: () => slots.poller.current()?.report() ?? null,
      shards: () => gateway.status().shards,
      isOnline: () => gateway.status().isOnline,
      commands: () => (slots.housekeeper.current() === null ? null : registration.report().commands),
    },
    board: shared === null ? null : reports.roleBoard,
    now: clock.now,
  });
  const handleInteraction = createCommands({
    ...{ ...context, states, subscriptions, silencing },
    commandIds: registration.ids,
  });
  const { deliveryCheck, ...endpoints } = createInteractionEndpoints({
    ...{ ...context, connection, handleInteraction },
    forgetPerson: subscriptions.forgetPerson,
    onWrongKey: failure.resolve,
  });
  parts.use(
    await operations.open({
      ...{ ...context, ...endpoints, gateway, states },
      interactionDelivery: deliveryCheck.delivery,
      failed: failure.promise,
    }),
  );

  async function startRoles(): Promise<void> {
    if (together !== null) return together.start();
    for (const start of Object.values(roles)) parts.use(await start(heldForGood(stopping.signal)));
  }

  async function goOnline(): Promise<void> {
    const patience = { sleep: clock.sleep, signal: stopping.signal, log };
    const bot = await connection.start(patience, (known) => {
      accepted.resolve(known);
      mayRegister.resolve(known);
    });
    await servers.checkAll();
    accepted.resolve(bot);
    await deliveryCheck.start(stopping.signal);
    mayRegister.resolve(bot);
    await slots.housekeeper.current()?.registered;
    stopping.signal.throwIfAborted();
    log.info(
      {
        as: bot.userName,
        servers: guilds.size,
        commands: registration.ids().size,
        invite: inviteLink(bot.applicationId),
      },
      'ready',
    );
  }

  await startRoles();
  if (shared !== null) {
    parts.use(
      followRegistration({
        ...{ registration, clock, log },
        isOwn: () => slots.housekeeper.current() !== null,
        read: reports.housekeeperReport,
      }),
    );
    shared.wakeups.listen('outbox', () => slots.sender.current()?.pollNow());
    shared.wakeups.listen('leases', connection.check);
  }
  const ready = Promise.all([context.market.start(), goOnline()]).then(() => undefined);
  ready.catch(context.fail);

  const owned = parts.move();
  return {
    ready,
    failed: failure.promise,
    poll: async () => slots.poller.current()?.poll(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await owned.disposeAsync();
    },
  };
}
