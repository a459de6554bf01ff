import type { PersonAccess } from '../person-access.ts';
import { settingsSeenBy } from '../seen-by.ts';
import type { CommandServices } from '../services.ts';
import { writtenAlert, writtenRule, writtenSettings } from './write-file.ts';

type Services = Pick<CommandServices, 'places' | 'settings' | 'subscriptions' | 'view' | 'now'>;

const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Everything that is kept of a server, for those who want to know; of its channels, those that they see. */
export async function writeServerFile(
  guildId: string,
  { person, services }: { readonly person: PersonAccess; readonly services: Services },
): Promise<Buffer> {
  const { places, settings } = services;
  const subscriptions = await services.subscriptions.of(guildId);
  const drafts = await services.subscriptions.draftsOf(guildId);
  const kept = await settings.channelsOf(guildId);
  const channelIds = [...new Set([...subscriptions.map(({ channelId }) => channelId), ...kept])];
  const lanes = await services.subscriptions.laneStatuses(channelIds);
  const file = {
    format: 'gavel-server',
    version: 1,
    exportedAt: moment(services.now()),
    server: { id: guildId, name: places.name(guildId) },
    settings: await settingsSeenBy(person, settings.guild(guildId)),
    alerts: subscriptions.map((one) => ({
      number: one.id,
      channel: one.channelId,
      ...writtenAlert(one, services),
      setUpBy: one.createdBy,
      setUpAt: moment(one.createdAt),
      pausedAt: moment(one.pausedAt),
      lastMatchAt: moment(one.lastMatchAt),
    })),
    setUpsInProgress: drafts.map((one) => ({
      channel: one.channelId,
      changesAlert: one.changes ?? undefined,
      ...writtenRule(one, services),
      begunBy: one.userId,
      begunAt: moment(one.createdAt),
    })),
    channels: channelIds.map((id) => {
      const lane = lanes.find(({ channelId }) => channelId === id);
      return {
        id,
        name: places.channel(guildId, id)?.name ?? '',
        settings: writtenSettings(settings.channel(id), guildId, services),
        state: lane?.state ?? 'open',
        lastPostAt: moment(lane?.lastPostAt ?? null),
        lastProblem:
          lane === undefined || lane.lastProblem === null
            ? null
            : { at: moment(lane.lastProblem.at), code: lane.lastProblem.code },
        waiting: lane?.waiting ?? 0,
      };
    }),
  };
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
}
