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
}

/** A gateway without faults. The interval is Discord's. */
export function defaultGatewaySettings(): GatewaySettings {
  return {
    heartbeatIntervalMs: 41_250,
    refuseResume: 'no',
    refuseIdentify: null,
    answerHeartbeats: true,
    refuseConnections: null,
  };
}
