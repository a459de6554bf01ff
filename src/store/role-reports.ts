import { z } from 'zod';
import { now } from './database/adapters.ts';
import type { Database } from './database/database.ts';
import { jsonColumn } from './database/json.ts';
import { findIdentifyRefusal } from './identify.ts';
import type { Lease } from './leases.ts';
import type { HousekeeperReport, PollerReport, RoleBoard, ShardReport } from './model/role-report.ts';

const time = z.number().nullable();
const poll = z.object({
  lastSuccessAt: time,
  failures: z.number(),
  unreadableSince: time,
  pollingForMs: time,
});

const remarks = z.object({
  order: z.enum(['newest first', 'oldest first', 'oldest first, one page']),
  idsRepeatedAt: time,
  shrankAt: time,
});

/** By the holder's clock; `at` is the time of the report, epoch ms. */
export const pollerReportJson = jsonColumn<{ readonly at: number; readonly report: PollerReport }>(
  'a report of the poller',
  z.object({
    at: z.number(),
    report: z.object({
      feed: poll.extend({
        readAt: time,
        newestEventAt: time,
        lagMs: time,
        namedCoin: z.string().nullish(),
        remarks: remarks.optional(),
      }),
      auctions: poll.extend({ leftOut: z.number(), tooLarge: z.number().default(0) }),
    }),
  }),
);

export const shardReportJson = jsonColumn<ShardReport>(
  'a report of a shard',
  z.object({ id: z.number(), isReady: z.boolean(), latencyMs: time }),
);

export const housekeeperReportJson = jsonColumn<HousekeeperReport>(
  'a report of the housekeeper',
  z.object({
    commands: z.enum(['not registered', 'registered', 'refused']),
    ids: z.record(z.string(), z.string()),
  }),
);

/** Creates the store of role holders and their reports. */
export function createRoleReportStore(database: Database) {
  return {
    /** Replaces the last report of the role. Call this on the role's database, so that only its holder can report. */
    report: ({ role, holder, fence }: Lease, text: string): Promise<void> =>
      database.transaction('reportRole', async (transaction) => {
        const row = { holder, fence, report: text, reportedAt: now(transaction) };
        await transaction
          .insertInto('roleReports')
          .values({ role, ...row })
          .onConflict((conflict) => conflict.column('role').doUpdateSet(row))
          .execute();
      }),

    /** Reads the latest report of a housekeeper; `null` if there is none. One statement. */
    housekeeperReport: (): Promise<HousekeeperReport | null> =>
      database.readOne('housekeeperReport', async (queries) => {
        const found = await queries
          .selectFrom('roleReports')
          .select('report')
          .where('role', '=', 'housekeeper')
          .executeTakeFirst();
        return found === undefined ? null : housekeeperReportJson.read(found.report);
      }),

    /** Reads who holds which role now. */
    roleBoard: (): Promise<RoleBoard> =>
      database.read('roleBoard', async (queries) => {
        const at = now(queries);
        const rows = await queries
          .selectFrom('leases')
          // A report of an earlier holder does not apply to this one.
          .leftJoin('roleReports', (join) =>
            join
              .onRef('roleReports.role', '=', 'leases.role')
              .onRef('roleReports.fence', '=', 'leases.fence'),
          )
          .select([
            'leases.role',
            'leases.holder',
            'leases.takenAt',
            'roleReports.report',
            'roleReports.reportedAt',
          ])
          .where('leases.expiresAt', '>', at)
          .orderBy('leases.role')
          .execute();
        const plan = await queries.selectFrom('shardPlan').select('shardCount').executeTakeFirst();
        return {
          shardCount: plan?.shardCount ?? null,
          loginsRefusedForMs: await findIdentifyRefusal(queries),
          held: rows.map(({ role, holder, takenAt, report, reportedAt }) => ({
            role,
            holder,
            heldForMs: Math.max(0, at - takenAt),
            report:
              report === null || reportedAt === null
                ? null
                : { text: report, ageMs: Math.max(0, at - reportedAt) },
          })),
        };
      }),
  };
}
