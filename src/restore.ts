import { readDatabaseUrl } from './config.ts';
import { restore } from './store/sqlite/restore.ts';
import { runTool } from './tool.ts';

/** `npm run restore [-- BACKUP]`: replaces the database of a stopped bot with a backup, by default with the newest one. */
await runTool(async ([backup = null], say) => {
  const restored = await restore({ databaseUrl: readDatabaseUrl(process.env), backup, now: Date.now() });
  say(`Restored ${restored.file} from ${restored.backup}, made ${new Date(restored.madeAt).toISOString()}.`);
  if (restored.replaced !== null) say(`The previous database is kept as ${restored.replaced}.`);
  say(
    'Start the bot again. It checks the channels for alerts posted since the backup before it posts them again.',
  );
});
