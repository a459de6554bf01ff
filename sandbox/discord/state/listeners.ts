/** A set of listeners for one kind of event; `add` returns the function that removes the listener. */
export interface Listeners<Event> {
  add(listener: (event: Event) => void): () => void;
  emit(event: Event): void;
}

/** Creates an empty set of listeners, called in the order of their registration. */
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
