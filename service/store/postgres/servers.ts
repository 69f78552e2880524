import { splitServerUrls } from '../../settings/servers.ts'

/** The servers of one database, of which one at a time takes writes, and what its URL says to us instead of to `pg`. */
export class Servers {
  readonly #urls: string[]
  #current = 0
  /** Whether a server has to take writes. With several, each but one is a standby, which would only refuse them. */
  readonly mustWrite: boolean
  /**
   * Whether a connection is to one session of the server, which keeps what was prepared under a name. Behind a pooler that
   * lends a session for each transaction (PgBouncer, `pool_mode = transaction`) it is not.
   */
  readonly hasSessions: boolean

  constructor(url: string) {
    this.#urls = splitServerUrls(url)
    const options = URL.parse(this.url)?.searchParams
    this.mustWrite = this.count > 1 || options?.has('target_session_attrs') === true
    this.hasSessions = options?.get('prepared_statements') !== 'false'
  }

  get count(): number {
    return this.#urls.length
  }

  /** Of the server that took writes last. */
  get url(): string {
    return this.#urls[this.#current] ?? ''
  }

  /** Goes on to the next, unless somebody else has left this one already. */
  leave(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.count
  }
}
