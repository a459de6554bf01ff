import { examinePostgres } from '#src/store/database/postgres/examine.ts';
import type { KnownDatabase } from './check-result.ts';
import { bad, type Check, good, warning } from './check-result.ts';

const MIB = 2 ** 20;

/** Checks a PostgreSQL database and its server without changing anything. */
export async function* checkPostgres(databaseUrl: string): Check<KnownDatabase> {
  const examination = await examinePostgres(databaseUrl);
  if (examination.state === 'unusable') {
    yield bad(examination.problem, 'Correct that, or set DATABASE_URL to another database.');
    return { running: false, channels: null };
  }
  const { label, version, isEncrypted, running, bytes, pendingMigrations, channels, risks } = examination;
  const state = running ? 'a bot is connected to it' : 'no bot is connected to it';
  const due = pendingMigrations === 0 ? '' : '; the next start brings its schema up to date';
  yield good(
    `The database ${label} (PostgreSQL ${version}, ${(bytes / MIB).toFixed(0)} MiB, ${isEncrypted ? 'with TLS' : 'without TLS'}) can be used; ${state}${due}.`,
  );
  for (const { problem, remedy } of risks) yield warning(problem, remedy);
  return { running, channels };
}
