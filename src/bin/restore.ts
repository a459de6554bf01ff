import { parseArgs } from 'node:util';
import { GavelError } from '#src/chain/errors.ts';
import { readDatabaseUrl } from '#src/config.ts';
import { type BackupChoice, restore } from '#src/store/file/restore.ts';
import { runTool } from './tool.ts';

const USAGE = 'Usage: npm run restore -- FILE, or npm run restore -- --newest';

function chosen(args: readonly string[]): BackupChoice | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { newest: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file === undefined) return values.newest === true ? 'newest' : null;
    if (others.length === 0 && values.newest !== true) return { file };
  } catch (error) {
    throw new GavelError('CONFIG_INVALID', USAGE, { cause: error });
  }
  throw new GavelError('CONFIG_INVALID', USAGE);
}

/** `npm run restore -- BACKUP`, or `-- --newest`: replaces the database of a stopped bot with a backup. */
await runTool(async (args, say) => {
  const restored = await restore({
    databaseUrl: readDatabaseUrl(process.env),
    backup: chosen(args),
    now: Date.now(),
  });
  say(`Restored ${restored.file} from ${restored.backup}, made ${new Date(restored.madeAt).toISOString()}.`);
  if (restored.replaced !== null) say(`The previous database is kept as ${restored.replaced}.`);
  say(
    'Start the bot again. It checks the channels for alerts posted since the backup before it posts them again.',
  );
});
