import { createApp } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import { createLog } from '#src/ops/log.ts';

/*
 * The bot in a process of its own, like `src/main.mjs`, but it also polls the marketplace when its parent requests it, so
 * that a bench does not wait for the schedule.
 */

/** A message of the bot to its parent. */
export interface BotMessage {
  readonly type: 'ready' | 'polled';
}

const send = (message: BotMessage): void => void process.send?.(message);

const config = readConfig(process.env);
await using app = await createApp(config, createLog({ level: config.logLevel, humanReadable: false }));
const stopped = Promise.withResolvers<void>();
process.on('message', (message: { readonly type: 'poll' | 'stop' }) => {
  if (message.type === 'stop') stopped.resolve();
  else void app.poll().then(() => send({ type: 'polled' }));
});
await app.ready;
send({ type: 'ready' });
await Promise.race([stopped.promise, app.failed]);
process.disconnect();
