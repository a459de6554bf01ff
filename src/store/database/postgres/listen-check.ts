import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const CHANNEL = 'gavel_doctor';
const ECHO_MS = 2_000;

/**
 * Whether what one connection notifies is heard on another one: behind a pooler that hands out connections for one transaction it is
 * not, since the listening one is another client's afterwards. Changes nothing.
 */
export async function isListenWorking(
  listener: Pick<pg.Client, 'query' | 'on'>,
  teller: Pick<pg.Client, 'query'>,
): Promise<boolean> {
  const text = randomUUID();
  const heard = new Promise<true>((resolve) => {
    listener.on('notification', ({ payload }) => {
      if (payload === text) resolve(true);
    });
  });
  await listener.query(`listen ${CHANNEL}`);
  await teller.query('select pg_notify($1, $2)', [CHANNEL, text]);
  return Promise.race([heard, delay(ECHO_MS, false, { ref: false })]);
}
