import { readDatabaseUrl } from './config.ts';
import { restore } from './store/sqlite/restore.ts';
import { runTool } from './tool.ts';

/** `npm run restore [-- BACKUP]`: puts a backup, the newest one by default, in the place of the database of a stopped bot. */
await runTool(async ([backup = null], say) => {
  const restored = await restore({ databaseUrl: readDatabaseUrl(process.env), backup, now: Date.now() });
  say(`Restored ${restored.file} from ${restored.backup}, made ${new Date(restored.madeAt).toISOString()}.`);
  if (restored.replaced !== null) say(`What was there before is kept as ${restored.replaced}.`);
  say('Start the bot again: it looks up what may have been told since before it tells anything.');
});
