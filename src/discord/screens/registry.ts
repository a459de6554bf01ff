import { behavioursOf, type Command } from '../command.ts';
import type { CollectionTab } from './link.ts';
import type { RegisteredScreen } from './screen.ts';

/** All screens of the commands, by id. */
export interface Screens {
  readonly byId: ReadonlyMap<string, RegisteredScreen>;
  /** Tabs of the screens of a collection, in the order of their registration. */
  readonly collectionTabs: readonly CollectionTab[];
}

/** @throws Error if two different screens have the same id */
export function screensOf(commands: readonly Command[]): Screens {
  const byId = new Map<string, RegisteredScreen>();
  for (const behaviour of behavioursOf(commands).values()) {
    for (const screen of behaviour.screens ?? []) {
      const { id } = screen.link;
      const known = byId.get(id);
      if (known !== undefined && known !== screen) throw new Error(`Two screens are called ${id}.`);
      byId.set(id, screen);
    }
  }
  return {
    byId,
    collectionTabs: [...byId.values()].flatMap(({ tab }) => (tab === null ? [] : [tab])),
  };
}
