/** What can go wrong at the gateway, told by a test. Each stays until it is changed back. */
export interface GatewaySettings {
  /** Interval told in HELLO, in ms. */
  heartbeatIntervalMs: number;
  /** Answer RESUME with INVALID_SESSION: `resumable` asks the client to try again, `final` to identify anew. */
  refuseResume: 'no' | 'resumable' | 'final';
  /** Close with this code (4004, 4014 …) instead of READY; null accepts. */
  refuseIdentify: number | null;
  /** Answer heartbeats, or leave the client to find out that the connection is dead. */
  answerHeartbeats: boolean;
  /** Close every new socket at once with this code; null lets them in. */
  refuseConnections: number | null;
}

/** A gateway that behaves. The interval is Discord's. */
export function defaultGatewaySettings(): GatewaySettings {
  return {
    heartbeatIntervalMs: 41_250,
    refuseResume: 'no',
    refuseIdentify: null,
    answerHeartbeats: true,
    refuseConnections: null,
  };
}
