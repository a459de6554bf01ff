import type pg from 'pg';
import type { Logger } from 'pino';

/** By which the server shows the connections of a bot (`application_name`). */
export const BOT_CONNECTION = 'gavel roles';
/** As programs named them that know no leases: they do everything themselves, beside those that share the roles. */
const OLDER_CONNECTION = 'gavel';
/** Both, for SQL. */
export const BOT_CONNECTIONS = `('${BOT_CONNECTION}', '${OLDER_CONNECTION}')`;

/** The number of connections of programs that know no leases, for SQL. */
export const COUNT_OLDER = `(select count(*)::int from pg_stat_activity
  where application_name = '${OLDER_CONNECTION}' and datname = current_database() and pid <> pg_backend_pid())`;

/** What such a program does, as a sentence. @param label of the database */
export const olderProgramProblem = (label: string): string =>
  `A Gavel from before several processes could share a database is connected to ${label}: it polls and sends beside those that share the roles, so alerts are posted twice.`;
/** What an operator can do, as a sentence. */
export const OLDER_PROGRAM_REMEDY = 'Stop that process.';

/** Looks for such programs, which may start at any time, and says so in the log, once each time there is one. */
export function createOlderProgramCheck(label: string, log: Logger): (client: pg.Client) => Promise<void> {
  let wasThere = false;
  return async (client) => {
    const { rows } = await client.query<{ older: number }>(`select ${COUNT_OLDER} as older`);
    const isThere = (rows[0]?.older ?? 0) > 0;
    if (isThere && !wasThere)
      log.error({ database: label }, `${olderProgramProblem(label)} ${OLDER_PROGRAM_REMEDY}`);
    wasThere = isThere;
  };
}
