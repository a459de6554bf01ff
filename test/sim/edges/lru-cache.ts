import * as lru from 'lru-cache';
import { replaceModule } from './replace-module.ts';

/** More entries than any history has in a cache. */
const MAX_ENTRIES = 2_000;

/**
 * Replaces the caches of this process with smaller ones. They reserve memory for all their entries when they are created, which took a
 * sixth of a start of the bot.
 */
export function shrinkCaches(): void {
  class SmallCache extends lru.LRUCache<string, object> {
    constructor(options: lru.LRUCache.Options<string, object, unknown>) {
      const { max } = options;
      super(max === undefined ? options : { ...options, max: Math.min(max, MAX_ENTRIES) });
    }
  }
  replaceModule('lru-cache', { ...lru, LRUCache: SmallCache });
}
