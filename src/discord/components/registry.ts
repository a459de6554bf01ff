import { behavioursOf, type Command } from '../command.ts';
import type { Component } from './component.ts';
import type { CollectionTab } from './link.ts';

/** All components of the commands, by id. */
export interface Components {
  readonly byId: ReadonlyMap<string, Component>;
  /** Of the screens of a collection, in the order of their registration. */
  readonly collectionTabs: readonly CollectionTab[];
}

/** @throws Error when two different components have one id */
export function componentsOf(commands: readonly Command[]): Components {
  const byId = new Map<string, Component>();
  for (const { components = [] } of behavioursOf(commands).values()) {
    for (const component of components) {
      const known = byId.get(component.id);
      if (known !== undefined && known !== component)
        throw new Error(`Two components are called ${component.id}.`);
      byId.set(component.id, component);
    }
  }
  return {
    byId,
    collectionTabs: [...byId.values()].flatMap(({ tab }) => (tab === null ? [] : [tab])),
  };
}
