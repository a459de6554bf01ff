import type { PageEvent } from './contract.ts';

/** Interval of comments that keep proxies and browsers from closing an idle stream. */
const HEARTBEAT_MS = 15_000;
/** Chunks that a page may leave unread before its stream is closed; the browser then reconnects. */
const MAX_UNREAD = 5_000;
const RECONNECT_AFTER_MS = 1_000;

/**
 * The server-sent events of one page.
 * @param listen begins to send events and returns a function that ends it, called when the page disconnects
 * @param closing ends the stream from this side
 */
export function eventStream(
  listen: (send: (event: PageEvent) => void) => () => void,
  closing: AbortSignal,
): Response {
  let end = (): void => undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string): void => {
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -MAX_UNREAD) close();
        };
        const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
        heartbeat.unref();
        let stopListening = (): void => undefined;
        end = () => {
          clearInterval(heartbeat);
          closing.removeEventListener('abort', close);
          stopListening();
        };
        function close(): void {
          end();
          controller.close();
        }
        closing.addEventListener('abort', close, { once: true });
        write(`retry: ${RECONNECT_AFTER_MS}\n\n`);
        stopListening = listen((event) => write(`data: ${JSON.stringify(event)}\n\n`));
      },
      cancel() {
        end();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
