import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that is free now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Whether a port of 127.0.0.1 can be listened on now; 0 always can. */
export async function isFreePort(port: number): Promise<boolean> {
  const probe = createServer();
  probe.listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
