import { isIP, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/** `SSLRequest` (postgresql.org/docs/current/protocol-message-formats.html): its length, and 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * A socket to PostgreSQL that uses TLS if the server offers it, like libpq's `sslmode=prefer`, which pg does not
 * support. The certificate is not checked. It emits `connect` when the server is ready for the protocol.
 */
export class TlsIfOffered extends Duplex {
  readonly #raw = new Socket();
  /** The raw socket, or TLS on top of it; `null` until the server has answered. */
  #carrier: Socket | null = null;

  connect(port: number, host: string): this {
    const fail = (error: Error): void => void this.destroy(error);
    this.#raw.once('error', fail).once('close', () => this.destroy());
    this.#raw.once('connect', () => this.#raw.write(SSL_REQUEST));
    this.#raw.once('data', (answer) => {
      // Further bytes after the letter would have been injected before encryption (CVE-2021-23222).
      const letter = answer.toString('latin1');
      if (letter === 'N') return this.#carryOver(this.#raw);
      if (letter !== 'S') return fail(new Error('There was an error establishing an SSL connection'));
      const encrypted = connectTls({
        socket: this.#raw,
        rejectUnauthorized: false,
        ...(isIP(host) === 0 ? { servername: host } : {}),
      });
      return void encrypted.once('error', fail).once('secureConnect', () => this.#carryOver(encrypted));
    });
    this.#raw.connect(port, host);
    return this;
  }

  #carryOver(carrier: Socket): void {
    this.#carrier = carrier;
    carrier.on('data', (bytes) => {
      if (!this.push(bytes)) carrier.pause();
    });
    carrier.once('end', () => this.push(null));
    this.emit('connect');
  }

  setNoDelay(isOn: boolean): this {
    this.#raw.setNoDelay(isOn);
    return this;
  }

  setKeepAlive(isOn: boolean, initialDelayMs?: number): this {
    this.#raw.setKeepAlive(isOn, initialDelayMs);
    return this;
  }

  ref(): this {
    this.#raw.ref();
    return this;
  }

  unref(): this {
    this.#raw.unref();
    return this;
  }

  override _read(): void {
    this.#carrier?.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#carrier === null) done(new Error('Nothing may be written before the connection is made.'));
    else this.#carrier.write(bytes, done);
  }

  override _writev(parts: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'latin1', done);
  }

  override _final(done: (error?: Error | null) => void): void {
    (this.#carrier ?? this.#raw).end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#carrier?.destroy();
    this.#raw.destroy();
    done(error);
  }
}
