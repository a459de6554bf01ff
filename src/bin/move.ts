import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import { readDatabaseUrl } from '#src/config.ts';
import { moveDatabase } from '#src/store/move/move.ts';
import { runTool } from './tool.ts';

const USAGE =
  'Usage: npm run move -- --from sqlite:data/gavel.db --to postgres://user:password@host:5432/database (without --to: DATABASE_URL)';

function readOptions(args: readonly string[]): { readonly from: string; readonly to: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { from: { type: 'string' }, to: { type: 'string' } },
    });
    const { from, to = readDatabaseUrl(process.env) } = values;
    if (from !== undefined) return { from, to };
  } catch (error) {
    // The arguments may contain a password, so do not use the original error as the cause.
    if (error instanceof GavelError) throw error;
  }
  throw new GavelError('CONFIG_INVALID', USAGE);
}

/** `npm run move -- --from … --to …`: moves the database of a stopped bot from SQLite to PostgreSQL. */
await runTool(async (args, say) => {
  const { from, to } = readOptions(args);
  // Other users of the machine can see a process's arguments.
  process.title = 'gavel move';
  let shown = '';
  const moved = await moveDatabase({
    from,
    to,
    log: pino({ level: 'silent' }),
    now: Date.now,
    onProgress({ stage, done, all }) {
      const line = `${Math.floor((10 * done) / Math.max(1, all)) * 10} % ${stage}`;
      if (line !== shown) say(line);
      shown = line;
    },
  });
  if (moved.rows === null) {
    say(`${moved.from} had been moved to ${moved.to} already.`);
  } else {
    for (const [table, rows] of moved.rows) if (rows > 0) say(`${table}: ${rows} rows, counted and compared`);
    say(`Moved ${moved.from} to ${moved.to}.`);
  }
  say('Set DATABASE_URL to the new database and start the bot. It does not start on the old one any more.');
});
