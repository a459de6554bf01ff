/** A set of listeners for one kind of event; `add` answers the function that takes the listener off again. */
export interface Listeners<Event> {
  add(listener: (event: Event) => void): () => void;
  emit(event: Event): void;
}

/** Creates an empty set of listeners, called in the order in which they were added. */
export function createListeners<Event>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    add(listener) {
      const own = (event: Event): void => listener(event);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    emit(event) {
      for (const listener of listeners) {
        listener(event);
      }
    },
  };
}
