import type { Api } from '../api.ts';
import type { Store } from '../store.ts';
import { type Acting, createActing } from './acting.ts';
import { type Answering, createAnswering } from './answering.ts';
import { type Appearing, createAppearing } from './appearing.ts';
import { type Composing, createComposing } from './composing.ts';
import { createReading, type Reading } from './reading.ts';
import { createSteering, type Steering } from './steering.ts';

/** Everything that can be done in the page. */
export interface Actions {
  readonly reading: Reading;
  readonly composing: Composing;
  readonly acting: Acting;
  readonly answering: Answering;
  readonly steering: Steering;
  readonly appearing: Appearing;
}

export function createActions(store: Store, api: Api): Actions {
  const answering = createAnswering(store);
  const acting = createActing(store, api, answering);
  return {
    reading: createReading(store, api),
    composing: createComposing(store, api, acting, answering),
    acting,
    answering,
    steering: createSteering(store, api),
    appearing: createAppearing(store),
  };
}
