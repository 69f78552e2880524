import { webHost } from '../../contract/target.ts'
import type { ProjectOrigins, TermStore } from '../store/projectTerms.ts'
import type { LinkOrigin } from './address.ts'

/** How long what is known is used without asking again. Who comes after twice that time waits for the answer. */
const maxAgeMs = 1_000

/** The hosts on which links are opened: the usual one, and those of projects that have their own, or once had. */
export class LinkHosts {
  readonly #terms: TermStore
  /** The origin of links whose project has none of its own. */
  readonly usual: LinkOrigin
  /** Whose links a host is for, by its name. */
  #owners: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  #usual: { origin: string; host: string | null } = { origin: '', host: null }
  #readAt = -Infinity
  #reading: Promise<void> | null = null

  constructor(terms: TermStore, usual: LinkOrigin) {
    this.#terms = terms
    this.usual = usual
  }

  /** `null` when what is known is of a moment ago; otherwise it resolves when it is, or when the database does not answer. */
  upToDate(): Promise<void> | null {
    const age = performance.now() - this.#readAt
    if (age < maxAgeMs) return null
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
    return age < 2 * maxAgeMs ? null : this.#reading
  }

  /** Whether links are opened on a host, as `webHost` writes it. */
  has(host: string): boolean {
    return host === this.#usualHost() || this.#owners.has(host)
  }

  /** Whether the links of a project are opened on the host of a request. One that nobody has claimed is for all links. */
  serves(host: string | undefined, project: string): boolean {
    return this.#owners.size === 0 || (this.#ownersOf(host)?.has(project) ?? true)
  }

  /** How a page names the host of a request: the usual one, unless it is a project's own. */
  nameFor(host: string | undefined): string {
    const own = this.#owners.size > 0 && this.#ownersOf(host) ? webHost(`https://${host}`) : null
    return own ?? hostName(this.usual())
  }

  /** The service's own address is known once it listens. */
  #usualHost(): string | null {
    const origin = this.usual()
    if (this.#usual.origin !== origin) this.#usual = { origin, host: webHost(origin) }
    return this.#usual.host
  }

  #ownersOf(host = ''): ReadonlySet<string> | undefined {
    // Most visits, which need not take a URL apart.
    if (host === this.#usual.host) return undefined
    return this.#owners.get(host) ?? this.#owners.get(webHost(`https://${host}`) ?? '')
  }

  async #read(): Promise<void> {
    const readAt = performance.now()
    try {
      this.#owners = this.#ownersIn(await this.#terms.origins())
    } catch {
      // Whoever needs the database for more than this tells of it. What was known still holds.
    } finally {
      this.#readAt = readAt
    }
  }

  /** The usual host stays everybody's, also if a project has it as its own. */
  #ownersIn(found: ProjectOrigins[]): Map<string, Set<string>> {
    const owners = new Map<string, Set<string>>()
    for (const { project, origins } of found) {
      for (const host of origins.flatMap((origin) => webHost(origin) ?? [])) {
        const ofHost = owners.get(host) ?? new Set()
        owners.set(host, ofHost.add(project))
      }
    }
    owners.delete(this.#usualHost() ?? '')
    return owners
  }
}

/** The name of a link host, as people read it. */
export function hostName(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}
