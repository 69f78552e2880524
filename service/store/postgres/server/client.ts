import { Client, type ClientConfig } from 'pg'
import type { Servers } from './servers.ts'

type Callback = ((error: Error) => void) | ((error: null, client: Client) => void)

/**
 * Returns a `Client` class, also for pools, that connects to the server that accepts writes. `pg` itself
 * supports one host.
 */
export function createClientClass(servers: Servers): typeof Client {
  return class extends Client {
    readonly #url: string

    constructor(config: ClientConfig) {
      const { url } = servers
      super({ ...config, connectionString: url })
      this.#url = url
    }

    override connect(): Promise<Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback): unknown {
      const connection = this.#connect()
      if (!callback) return connection
      const finish = callback as (error: Error | null, client?: unknown) => void
      connection.then(() => finish(null, this), finish)
      return undefined
    }

    async #connect(): Promise<unknown> {
      try {
        await super.connect()
        if (servers.mustWrite) await rejectReadOnly(this)
        return this
      } catch (error) {
        servers.switchFrom(this.#url)
        void this.end().catch(() => undefined)
        throw error
      }
    }
  }
}

/** Uses libpq's check for `target_session_attrs=read-write`. */
async function rejectReadOnly(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') {
    throw new Error('The PostgreSQL server is a standby or read-only, so it accepts no writes.')
  }
}
