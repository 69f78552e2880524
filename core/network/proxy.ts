import { decodeText } from '../../contract/service/address/decodeText.ts'
import { isLoopback } from '../../contract/service/address/loopback.ts'
import type { NetworkSettings } from '../../contract/app/calls/profiles/network.ts'
import { isProxyUrl } from '../../contract/app/profile/proxy.ts'
import { matchesNoProxy } from './noProxy.ts'

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
