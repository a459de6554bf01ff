import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { dockerInstructions, match } from './deploy-files.ts';

function healthCheck(): readonly string[] {
  const line = dockerInstructions().find((instruction) => instruction.startsWith('HEALTHCHECK '));
  const command: unknown = JSON.parse(match(line ?? '', /CMD (\[.*\])$/));
  if (!Array.isArray(command)) throw new Error('The health check is not a JSON array.');
  return command.map(String);
}

/** The exit status of the container's health check. */
async function checkWith(environment: Readonly<Record<string, string>>): Promise<number | null> {
  const [, ...args] = healthCheck();
  const child = spawn(process.execPath, args, { env: environment, stdio: 'ignore' });
  await once(child, 'close');
  return child.exitCode;
}

/** Runs `use` while a server answers `/healthz` with this status and other paths with 404. */
async function whileServing<T>(status: number, host: string, use: (port: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404, { connection: 'close' }).end();
  });
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  try {
    return await use(String(address.port));
  } finally {
    server.close();
    await once(server, 'close');
  }
}

describe("the container's health check", () => {
  it.each([
    ['well', 200, 0],
    ['not well', 503, 1],
  ])('exits with the right status when the bot is %s', async (_, status, expected) => {
    const ended = await whileServing(status, '127.0.0.1', (port) => checkWith({ HTTP_PORT: port }));
    expect(ended).toBe(expected);
  });

  it('also works when the bot listens on all addresses', async () => {
    const ended = await whileServing(200, '0.0.0.0', (port) =>
      checkWith({ HTTP_PORT: port, HTTP_HOST: '0.0.0.0' }),
    );
    expect(ended).toBe(0);
  });

  it('fails when nothing listens on the port', async () => {
    const port = await whileServing(200, '127.0.0.1', async (taken) => taken);
    expect(await checkWith({ HTTP_PORT: port })).toBe(1);
  });

  it.each([[{}], [{ HTTP_PORT: '' }]])(
    'passes without a request when no port is set: %j',
    async (environment) => {
      expect(await checkWith(environment)).toBe(0);
    },
  );
});
