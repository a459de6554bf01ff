/** Lets equal requests that overlap share one. */
export interface SingleFlight<T> {
  /**
   * Joins the flight `key`, or starts it. A caller whose `signal` aborts leaves with the signal's reason; when the
   * last one has left, the flight's own signal aborts.
   */
  run(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  passengers: number;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  function land(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  async function fly(start: (signal: AbortSignal) => Promise<T>, controller: AbortController): Promise<T> {
    return start(controller.signal);
  }

  function board(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const existing = flights.get(key);
    if (existing !== undefined) return existing;
    const controller = new AbortController();
    const flight = { answer: fly(start, controller), controller, passengers: 0 };
    flights.set(key, flight);
    const landed = (): void => land(key, flight);
    flight.answer.then(landed, landed);
    return flight;
  }

  return {
    async run(key, start, signal) {
      signal?.throwIfAborted();
      const flight = board(key, start);
      if (signal === undefined) {
        flight.passengers += 1;
        return flight.answer;
      }
      flight.passengers += 1;
      const left = Promise.withResolvers<never>();
      const leave = (): void => {
        flight.passengers -= 1;
        if (flight.passengers === 0) {
          land(key, flight);
          flight.controller.abort(signal.reason);
        }
        left.reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([flight.answer, left.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}
