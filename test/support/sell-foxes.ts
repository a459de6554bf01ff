import type { BotWorld } from './bot-world.ts';
import { itemsSold } from './posted-items.ts';

/** Path of the collection that tests use when any collection serves. */
export const FOXES = 'lantern-foxes';

/** Causes `count` sales of foxes in order; returns the items that must be posted. */
export function sellFoxes({ marketplace }: BotWorld, count: number): string[] {
  return Array.from({ length: count }).flatMap(() =>
    itemsSold(marketplace.cause.sale({ collection: FOXES })),
  );
}
