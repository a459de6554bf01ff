import type { Answered } from '../marketplace/http/requests.ts';

/** The bot's polls of the auctions, from the marketplace's view. */
export interface AuctionPolls {
  note(answer: Answered): void;
  /** The bot was killed: what its last poll read may not be written. */
  stopped(): void;
  /**
   * When each poll was asked that the bot certainly finished, because the same process polled again. A lookup of an auction
   * asks for the same page as a poll, so one more request is wanted. Epoch ms, oldest first; `null` for a bot that was never
   * stopped.
   */
  finished(): readonly number[] | null;
}

const PATH = '/api/auctions';
const OK = 200;
/** Of two requests of a process, one may be a lookup's. */
const LATER_REQUESTS = 2;

export function createAuctionPolls(): AuctionPolls {
  const polls: { readonly askedAtMs: number; readonly process: number }[] = [];
  let process = 0;
  return {
    note({ path, status, query, askedAtMs }) {
      // A poll begins with the first page of the active ones.
      const isFirstPage = query['status'] === 'active' && (query['page'] ?? '1') === '1';
      if (path === PATH && status === OK && isFirstPage) polls.push({ askedAtMs, process });
    },
    stopped() {
      process += 1;
    },
    finished: () =>
      process === 0
        ? null
        : polls
            .filter((poll, place) => polls[place + LATER_REQUESTS]?.process === poll.process)
            .map(({ askedAtMs }) => askedAtMs),
  };
}
