import { address } from '#src/chain/codecs.ts';
import type { Queries } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import type { DueNotice } from './model/notice-target.ts';
import type { Ticker } from './model/ticker.ts';

export const selectTickers = (queries: Queries) =>
  queries
    .selectFrom('tickers')
    .select([
      'guildId',
      'channelId',
      'collection',
      'createdBy',
      'createdAt',
      'shownName',
      'stoppedAt',
      'stoppedCode',
    ])
    .orderBy('createdAt')
    .orderBy('channelId');
type Row = Awaited<ReturnType<ReturnType<typeof selectTickers>['execute']>>[number];

export function readTicker({ collection, stoppedAt, stoppedCode, ...row }: Row): Ticker {
  const stopped = stoppedAt === null || stoppedCode === null ? null : { code: stoppedCode, at: stoppedAt };
  return { ...row, collection: address.parse(collection), stopped };
}

/** Returns the tickers whose members have not been told that Discord refuses names. */
export async function findDueTickerNotices(queries: Queries): Promise<readonly DueNotice[]> {
  const rows = await selectTickers(queries)
    .where(({ ref }) => ref('isNoticeDue'))
    .execute();
  return rows.map(readTicker).flatMap(({ guildId, channelId, createdBy, stopped }) =>
    stopped === null
      ? []
      : [
          {
            ...{ guildId, channelId, code: stopped.code, stoppedAt: stopped.at },
            ...{ askers: [createdBy], waiting: 0, isTicker: true },
          },
        ],
  );
}

/** Finds the servers of tickers, by channel. */
export async function findTickerGuilds(
  queries: Queries,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('tickers')
      .select(['channelId', 'guildId'])
      .where('channelId', 'in', chunk)
      .execute();
    for (const { channelId, guildId } of rows) found.set(channelId, guildId);
  }
  return found;
}
