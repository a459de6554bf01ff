/** Faults of the gateway that a test sets. Each stays until it is reset. */
export interface GatewaySettings {
  /** Interval sent in HELLO, in ms. */
  heartbeatIntervalMs: number;
  /** Answer RESUME with INVALID_SESSION: `resumable` asks the client to try again, `final` to identify anew. */
  refuseResume: 'no' | 'resumable' | 'final';
  /** Close with this code (4004, 4014 …) instead of READY; null accepts. */
  refuseIdentify: number | null;
  /** Whether heartbeats are answered; if not, the client has to detect the dead connection. */
  answerHeartbeats: boolean;
  /** Close every new socket at once with this code; null accepts them. */
  refuseConnections: number | null;
  /** Number of shards that `/gateway/bot` recommends. */
  recommendedShards: number;
  /** Fewer shards are refused with 4011. */
  minShards: number;
  /** Identifies that are possible at once, one for each `shard % maxConcurrency` (Discord docs: Sharding, Max Concurrency). */
  maxConcurrency: number;
  /** Time in which each of these may identify once; a second one gets INVALID_SESSION. Discord: 5,000 ms. 0: no limit. */
  identifyIntervalMs: number;
  /** Identifies that are possible in a day; one more resets the token and ends all sessions. */
  identifiesPerDay: number;
}

/** A gateway without faults. The interval is Discord's. */
export function defaultGatewaySettings(): GatewaySettings {
  return {
    heartbeatIntervalMs: 41_250,
    refuseResume: 'no',
    refuseIdentify: null,
    answerHeartbeats: true,
    refuseConnections: null,
    recommendedShards: 1,
    minShards: 1,
    maxConcurrency: 1,
    identifyIntervalMs: 0,
    identifiesPerDay: 1_000,
  };
}
