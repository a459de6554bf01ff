import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/ops/log.ts';

/*
 * The bot in a process of its own, as `src/main.ts` runs it, but that it also looks at the marketplace whenever its parent
 * says so: a bench need not wait for the schedule to measure what follows a look.
 */

/** What the bot says to its parent. */
export interface BotWord {
  readonly type: 'ready' | 'looked';
}

const tell = (word: BotWord): void => void process.send?.(word);

const config = readConfig(process.env);
await using app = await createApp(config, createLog({ level: config.logLevel, forPeople: false }));
const stopped = Promise.withResolvers<void>();
process.on('message', (message: { readonly type: 'look' | 'stop' }) => {
  if (message.type === 'stop') stopped.resolve();
  else void app.look().then(() => tell({ type: 'looked' }));
});
await app.ready;
tell({ type: 'ready' });
await Promise.race([stopped.promise, app.failed]);
process.disconnect();
