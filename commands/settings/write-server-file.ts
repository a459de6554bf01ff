import { settingsForMember } from '#src/discord/access/filter-for-member.ts';
import type { MemberAccess } from '#src/discord/access/member-access.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { writtenAlert, writtenRule, writtenSettings } from '../alerts/file/write-file.ts';
import { drafts } from '../alerts/set-up/drafts.ts';

type Services = Pick<CommandServices, 'serverDirectory' | 'settings' | 'silences' | 'store' | 'view' | 'now'>;

const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Exports all stored data of a server, for channels that the member can see. */
export async function writeServerFile(
  guildId: string,
  { memberAccess, services }: { readonly memberAccess: MemberAccess; readonly services: Services },
): Promise<Buffer> {
  const { serverDirectory, settings } = services;
  const subscriptions = await services.store.subscriptionsOf(guildId);
  const setUps = await drafts.allIn(guildId, services.store);
  const kept = await services.store.channelsOf(guildId);
  const channelIds = [...new Set([...subscriptions.map(({ channelId }) => channelId), ...kept])];
  const queues = await services.store.queueStatuses(channelIds);
  const tickers = await services.store.tickers.ofGuild(guildId);
  const silences = await services.silences.of(guildId);
  const templates = await services.store.templates.ofGuild(guildId);
  const file = {
    format: 'gavel-server',
    version: 1,
    exportedAt: moment(services.now()),
    server: { id: guildId, name: serverDirectory.name(guildId) },
    settings: await settingsForMember(memberAccess, settings.guild(guildId)),
    alerts: subscriptions.map((one) => ({
      number: one.id,
      channel: one.channelId,
      ...writtenAlert(one, templates, services),
      setUpBy: one.createdBy,
      setUpAt: moment(one.createdAt),
      pausedAt: moment(one.pausedAt),
      lastMatchAt: moment(one.lastMatchAt),
      lastPostAt: moment(one.lastPostAt),
    })),
    setUpsInProgress: setUps.map(({ value, userId, createdAt }) => ({
      channel: value.channelId,
      changesAlert: value.changes ?? undefined,
      ...writtenRule({ ...value, guildId }, services),
      begunBy: userId,
      begunAt: moment(createdAt),
    })),
    tickers: tickers.map(({ channelId, collection, createdBy, createdAt, shownName, stopped }) => ({
      channel: channelId,
      name: serverDirectory.channel(guildId, channelId)?.name ?? '',
      collection,
      setUpBy: createdBy,
      setUpAt: moment(createdAt),
      lastName: shownName,
      lastProblem: stopped === null ? null : { at: moment(stopped.at), code: stopped.code },
    })),
    templates: templates.map(({ scope, target, topic, template }) => ({
      of: scope,
      target,
      topic,
      ...template,
    })),
    silences: silences.map(
      ({ id, scope, target, channelId, startsAt, endsAt, createdBy, isSummarised, dropped }) => ({
        number: id,
        of: scope,
        target,
        channel: channelId,
        from: moment(startsAt),
        until: moment(endsAt),
        setUpBy: createdBy,
        summary: isSummarised ? true : undefined,
        leftOut: dropped,
      }),
    ),
    channels: channelIds.map((id) => {
      const queue = queues.find(({ channelId }) => channelId === id);
      return {
        id,
        name: serverDirectory.channel(guildId, id)?.name ?? '',
        settings: writtenSettings(settings.channel(id), guildId, services),
        state: queue?.state ?? 'open',
        lastPostAt: moment(queue?.lastPostAt ?? null),
        lastProblem:
          queue === undefined || queue.lastProblem === null
            ? null
            : { at: moment(queue.lastProblem.at), code: queue.lastProblem.code },
        waiting: queue?.waiting ?? 0,
      };
    }),
  };
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
}
