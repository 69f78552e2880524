import { decodeText } from '../../contract/service/address/decodeText.ts'
import { isLoopback } from '../../contract/service/address/loopback.ts'
import type { NetworkSettings } from '../../contract/app/calls/profiles/network.ts'
import { isProxyUrl } from '../../contract/app/profile/proxy.ts'
import { BlockList, isIP } from 'node:net'
import { parseNoProxy, type NoProxyEntry } from '../../contract/app/profile/noProxy.ts'

/** Returns the system's proxy for a URL as a PAC result: `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>

export interface ProxySources {
  settings: Pick<NetworkSettings, 'proxy' | 'proxyUrl' | 'noProxy'>
  env: NodeJS.ProcessEnv
  resolveProxy?: ResolveProxy | undefined
}

/**
 * Returns the proxy for requests to `url`; `null` for a direct connection, which requests to this computer always use.
 */
export async function findProxy(url: URL, sources: ProxySources): Promise<URL | null> {
  const { proxy, proxyUrl: manualUrl, noProxy } = sources.settings
  if (proxy === 'none' || isLoopback(url.hostname)) return null
  if (proxy === 'manual') return matchesNoProxy(url, noProxy) ? null : parseProxyUrl(manualUrl ?? '')
  return await systemProxy(url, sources)
}

async function systemProxy(url: URL, { env, resolveProxy }: ProxySources): Promise<URL | null> {
  const variable = (name: string) => env[name] ?? env[name.toUpperCase()]
  const variableUrl = variable('https_proxy') ?? variable('all_proxy')
  if (variableUrl) return matchesNoProxy(url, variable('no_proxy') ?? '') ? null : parseProxyUrl(variableUrl)
  return resolveProxy ? parsePac(await resolveProxy(url.href).catch(() => '')) : null
}

/**
 * Placeholder for a proxy with an invalid address. Its protocol is unsupported, so requests fail instead of bypassing
 * the proxy.
 */
const unreadableProxy = new URL('unreadable://proxy')

/** A proxy without a scheme is an HTTP proxy, as in most programs. */
function parseProxyUrl(text: string): URL {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  return url?.hostname ? url : unreadableProxy
}

/** Proxy kinds in PAC results. `SOCKS` alone means version 4 there. */
const pacSchemes: Record<string, string> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/**
 * Returns the first supported proxy of a PAC result; `null` for `DIRECT`. If none is supported, returns the
 * first one, so that requests fail.
 */
function parsePac(answer: string): URL | null {
  const entries = answer.split(';').flatMap((entry) => entry.trim() || [])
  const proxies = entries.map((entry) => (/^DIRECT$/i.test(entry) ? null : parsePacEntry(entry)))
  const index = proxies.findIndex((proxy) => proxy === null || isProxyUrl(proxy))
  return proxies[Math.max(index, 0)] ?? null
}

function parsePacEntry(entry: string): URL {
  const [kind = '', address = ''] = entry.split(/\s+/)
  const scheme = pacSchemes[kind.toUpperCase()] ?? kind.toLowerCase()
  return parseProxyUrl(`${scheme}://${address}`)
}

/** Returns a proxy's address for display, without name and password. */
export function formatProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`
}

/** Returns the name and password in a proxy's URL, or empty strings. */
export function readCredentials({ username, password }: URL): { username: string; password: string } {
  return { username: decodeText(username), password: decodeText(password) }
}

/** Whether a NO_PROXY list excludes a URL. Entries that can't be read match nothing. */
function matchesNoProxy({ hostname, port }: URL, list: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return parseNoProxy(list).some((entry) => matchesEntry(entry, host, port || '443'))
}

function matchesEntry(entry: NoProxyEntry, host: string, port: string): boolean {
  if (entry.kind === 'all') return true
  if (entry.kind === 'simple') return isIP(host) === 0 && !host.includes('.')
  if (entry.kind === 'range') return isInRange(host, entry)
  if (entry.kind === 'invalid' || (entry.port !== null && entry.port !== port)) return false
  return entry.kind === 'pattern' ? entry.pattern.test(host) : isHost(host, entry.name)
}

function isHost(host: string, name: string): boolean {
  return host === name || (isIP(name) === 0 && host.endsWith(`.${name}`))
}

/** Whether a host is an address in a range. Names aren't resolved, because only the proxy may know them. */
function isInRange(host: string, { net, bits }: Extract<NoProxyEntry, { kind: 'range' }>): boolean {
  const family = isIP(net)
  if (family === 0 || isIP(host) !== family || bits > (family === 4 ? 32 : 128)) return false
  const type = family === 4 ? 'ipv4' : 'ipv6'
  const ranges = new BlockList()
  ranges.addSubnet(net, bits, type)
  return ranges.check(host, type)
}

/** The reason why a proxy rejected a request, as a problem code. */
type ProxyProblem = 'proxy_failed' | 'proxy_auth' | 'proxy_scheme' | 'proxy_unsupported'

/** Thrown if the proxy rejected the request or couldn't be reached. */
export class ProxyError extends Error {
  override name = 'ProxyFailure'
  readonly problem: ProxyProblem
  constructor(message: string, problem: ProxyProblem, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
