import { readDatabaseUrl } from '#src/config.ts';
import { backUp } from '#src/store/file/backup.ts';
import { runTool } from './tool.ts';

/** `npm run backup [-- TARGET]`: copies the database, also while the bot runs, and checks the copy. */
await runTool(async ([target = null], say) => {
  let shown = 0;
  const backup = await backUp({
    databaseUrl: readDatabaseUrl(process.env),
    target,
    now: Date.now(),
    onProgress(share) {
      const tenth = Math.floor(share * 10);
      if (tenth > shown) say(`${tenth * 10} % copied`);
      shown = Math.max(shown, tenth);
    },
  });
  say(`Backed up to ${backup.file}: ${backup.bytes} bytes, schema ${backup.schema}, integrity checked.`);
  for (const old of backup.removed) say(`Removed the old backup ${old}.`);
});
