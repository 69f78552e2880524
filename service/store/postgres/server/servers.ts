import { splitServerUrls } from '../../../settings/database.ts'

/**
 * The servers of one database, one of which accepts writes, and the URL options that are handled here and not by `pg`.
 */
export class Servers {
  readonly #urls: string[]
  #current = 0
  /** Whether to check that a server accepts writes. With several servers, all but one are standbys. */
  readonly mustWrite: boolean
  /**
   * Whether a connection stays in one server session, which keeps prepared statements. Behind a pooler in
   * transaction mode (PgBouncer, `pool_mode = transaction`) it doesn't.
   */
  readonly hasSessions: boolean

  constructor(url: string) {
    this.#urls = splitServerUrls(url).map(withExplicitTls)
    const options = URL.parse(this.url)?.searchParams
    this.mustWrite = this.count > 1 || options?.has('target_session_attrs') === true
    this.hasSessions = options?.get('prepared_statements') !== 'false'
  }

  get count(): number {
    return this.#urls.length
  }

  /** URL of the server that last accepted writes. */
  get url(): string {
    return this.#urls[this.#current] ?? ''
  }

  /** Switches from a server to the next one, unless another caller has already done so. */
  switchFrom(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.count
  }
}

const strictModes = ['prefer', 'require', 'verify-ca']

/**
 * Makes explicit what `pg` does: it treats these modes as `verify-full`, and warns that its next major version will
 * check less. With `uselibpqcompat=true` the operator chose libpq's weaker meaning.
 */
function withExplicitTls(url: string): string {
  const options = URL.parse(url)?.searchParams
  const mode = options?.getAll('sslmode').at(-1) ?? ''
  if (options?.get('uselibpqcompat') === 'true' || !strictModes.includes(mode)) return url
  // The last of several options with the same name counts.
  return `${url}&sslmode=verify-full`
}
