import type { BotWorld } from './bot-world.ts';
import { sold } from './told.ts';

/** Path of the collection that tests sell from when any will do. */
export const FOXES = 'lantern-foxes';

/** Causes `count` sales of foxes, one after the other; answers what is to be told. */
export function sellFoxes({ marketplace }: BotWorld, count: number): string[] {
  return Array.from({ length: count }).flatMap(() => sold(marketplace.cause.sale({ collection: FOXES })));
}
