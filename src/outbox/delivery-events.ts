import type { Post } from '#src/store/model/delivery.ts';
import type { HeldReason } from '#src/store/model/held.ts';
import type { Notifier } from './notifier.ts';
import type { SendOutcome } from './posting.ts';

/**
 * What happened to alerts on their way to Discord. Reported once, after the commit or after Discord's response; a
 * failed store call reports nothing.
 */
export type DeliveryEvent =
  /** Discord answered a request to post, or did not. */
  | { readonly type: 'attempted'; readonly post: Post; readonly outcome: SendOutcome }
  /** A channel was searched for a message whose response was lost. */
  | {
      readonly type: 'searched';
      readonly post: Post;
      readonly result: Awaited<ReturnType<Notifier['readBack']>>['type'];
    }
  /** An edit or publish request ended. */
  | {
      readonly type: 'edited';
      readonly what: 'edit' | 'publish';
      readonly outcome: Awaited<ReturnType<Notifier['edit']>>;
    }
  | { readonly type: 'expired'; readonly deliveries: number }
  | { readonly type: 'held'; readonly reason: HeldReason }
  | { readonly type: 'given up'; readonly reason: 'refused' | 'unverifiable'; readonly messages: number };

/** The sink of events. Never throws. */
export type ReportDelivery = (event: DeliveryEvent) => void;
