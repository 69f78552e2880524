import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { quoteWrongValue } from '../../settings/variables.ts'
import { UsageError } from '../command.ts'
import { fail, ok, warn, type CheckResult } from '../doctor/checkResult.ts'

/** Returns a resolver of DNS names. Throws `UsageError` for a server that isn't an address. */
export function createResolver(server: unknown): Resolver {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (typeof server !== 'string') return resolver
  try {
    resolver.setServers([server])
  } catch {
    throw new UsageError(`--dns must be an IP address, with a port if it isn't 53${quoteWrongValue(server)}.`)
  }
  return resolver
}

/** What DNS says about a name: its addresses, the name that it is an alias of, and how long this is kept, in seconds. */
interface DnsAnswer {
  addresses: string[]
  alias: string | null
  ttl: number
}

/** Returns what DNS says; the error's code if it can't be asked. A name without records has no addresses. */
async function askDns(resolver: Resolver, name: string): Promise<DnsAnswer | string> {
  const absent = new Set(['ENODATA', 'ENOTFOUND'])
  const settle = async <T>(answer: Promise<T[]>): Promise<T[]> =>
    await answer.catch((error: unknown) => {
      if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    })
  try {
    const [four, six, aliases] = await Promise.all([
      settle(resolver.resolve4(name, { ttl: true })),
      settle(resolver.resolve6(name, { ttl: true })),
      settle(resolver.resolveCname(name)),
    ])
    const records = [...four, ...six]
    const addresses = records.map(({ address }) => address).toSorted()
    return { addresses, alias: aliases[0] ?? null, ttl: Math.max(0, ...records.map(({ ttl }) => ttl)) }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'no reason given'
  }
}

/** A TTL up to this many seconds lets visitors follow a switch within minutes. */
const shortTtl = 300

/** Says where DNS leads for a domain and must lead, and for how long a switch takes. */
export async function checkDns(
  resolver: Resolver,
  domain: string,
  { hostname }: URL,
): Promise<CheckResult[]> {
  const target = hostname.replace(/^\[|\]$/g, '')
  const [now, goal] = await Promise.all([
    askDns(resolver, domain),
    isIP(target) === 0 ? askDns(resolver, target) : { addresses: [target], alias: null, ttl: 0 },
  ])
  if (typeof now === 'string') return [unanswered(now)]
  if (typeof goal === 'string') return [unanswered(goal)]
  const where = isIP(target) === 0 ? `${target} (${listed(goal.addresses)})` : target
  const record = isIP(target) === 0 ? `CNAME ${target}` : `${isIP(target) === 6 ? 'AAAA' : 'A'} ${target}`
  const advice = `When you switch, replace the records of ${domain} by: ${record}.`
  if (now.addresses.length === 0)
    return [warn('dns', `${domain} leads nowhere yet. It must lead to ${where}.`, advice)]
  const leads = `${domain} leads to ${listed(now.addresses)}${now.alias === null ? '' : `, as an alias of ${now.alias}`}.`
  const isThere = now.addresses.every((address) => goal.addresses.includes(address))
  return [
    isThere
      ? ok('dns', `${leads} That is this server.`)
      : warn('dns', `${leads} It must lead to ${where}.`, advice),
    ...(isThere ? [] : [checkTtl(now.ttl)]),
  ]
}

function unanswered(code: string): CheckResult {
  return fail('dns', `DNS could not be asked (${code}).`, 'Try again, or name another server with --dns.')
}

function checkTtl(ttl: number): CheckResult {
  const message = `After a switch, some visitors are led to the old address for up to ${ttl.toLocaleString('en')} s (TTL).`
  const advice = `Set the TTL to ${shortTtl} s, and wait ${ttl.toLocaleString('en')} s before you switch.`
  return ttl <= shortTtl ? ok('dns', message) : warn('dns', message, advice)
}

const listed = (addresses: readonly string[]) =>
  addresses.length === 0 ? 'no address' : addresses.join(', ')
