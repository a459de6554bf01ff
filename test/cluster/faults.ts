import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '../../sandbox/cluster/tcp-proxy.ts';
import type { Ability } from './ability.ts';
import type { FaultPlan } from './fault-plans.ts';
import type { Member } from './members.ts';
import type { ClusterWorld } from './world.ts';

/** Clocks of two members are apart by at most twice this: five minutes. */
const CLOCK_OFF_MS = 150_000;

/** The end of a pause beyond the nonce window: a message that the member was about to send may come twice right after it. */
export interface LongPauseEnd {
  readonly atMs: number;
}

export interface FaultContext {
  readonly world: ClusterWorld;
  readonly ability: Ability;
  /** Where ends of long pauses are noted. */
  readonly longPauseEnds: LongPauseEnd[];
}

async function withProxy(proxy: TcpProxy, mode: 'refuse' | 'swallow', durationMs: number): Promise<void> {
  proxy.set(mode);
  await delay(durationMs);
  proxy.set('pass');
}

async function pause(member: Member, durationMs: number): Promise<void> {
  member.signal('SIGSTOP');
  await delay(durationMs);
  member.signal('SIGCONT');
}

/** Runs one fault at the member, and resolves when it is over. */
export async function runFault(
  { kind, durationMs, fate }: FaultPlan,
  member: Member,
  { world, ability, longPauseEnds }: FaultContext,
): Promise<void> {
  const whileImpaired = async (run: () => Promise<void>): Promise<void> => {
    const end = ability.impair(member);
    await run();
    end();
  };
  switch (kind) {
    case 'kill':
      return whileImpaired(async () => {
        await member.kill();
        await delay(durationMs);
        await member.start();
      });
    case 'pause':
      return whileImpaired(() => pause(member, durationMs));
    case 'long-pause':
      await whileImpaired(() => pause(member, durationMs));
      longPauseEnds.push({ atMs: Date.now() });
      return undefined;
    case 'postgres-cut':
      return whileImpaired(() => withProxy(member.toPostgres, 'refuse', durationMs));
    case 'postgres-half-open':
      return whileImpaired(() => withProxy(member.toPostgres, 'swallow', durationMs));
    case 'postgres-restart':
      return world.postgres.restart(fate < 0.5 ? 'fast' : 'crash');
    case 'discord-cut':
      // It holds its roles meanwhile: what counts as a gap is that nobody holds one.
      return withProxy(member.toDiscord, fate < 0.5 ? 'refuse' : 'swallow', durationMs);
    case 'clock':
      member.setClock((2 * fate - 1) * CLOCK_OFF_MS);
      return undefined;
    case 'join-and-leave':
      await world.guest.start();
      await delay(durationMs);
      return world.guest.stop();
    default:
      return kind satisfies never;
  }
}
