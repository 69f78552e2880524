import { isLoopback } from '../../contract/loopback.ts'
import type { NetworkSettings } from '../../contract/calls/network.ts'
import { isProxyUrl } from '../../contract/proxy.ts'
import { matchesNoProxy } from './noProxy.ts'

/** Gives the proxy for a URL as the system would say it, in the form of a PAC answer: `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>

export interface ProxySources {
  settings: Pick<NetworkSettings, 'proxy' | 'proxyUrl' | 'noProxy'>
  env: NodeJS.ProcessEnv
  resolveProxy?: ResolveProxy | undefined
}

/** The proxy that a request to `url` takes, `null` for none. This computer is always reached directly. */
export async function findProxy(url: URL, sources: ProxySources): Promise<URL | null> {
  const { proxy, proxyUrl: named, noProxy } = sources.settings
  if (proxy === 'none' || isLoopback(url.hostname)) return null
  if (proxy === 'manual') return matchesNoProxy(url, noProxy) ? null : parseProxyUrl(named ?? '')
  return await systemProxy(url, sources)
}

async function systemProxy(url: URL, { env, resolveProxy }: ProxySources): Promise<URL | null> {
  const variable = (name: string) => env[name] ?? env[name.toUpperCase()]
  const named = variable('https_proxy') ?? variable('all_proxy')
  if (named) return matchesNoProxy(url, variable('no_proxy') ?? '') ? null : parseProxyUrl(named)
  return resolveProxy ? parsePac(await resolveProxy(url.href).catch(() => '')) : null
}

/** Stands for a proxy whose address cannot be read: of no kind that is spoken, so that requests fail and never go around it. */
const unreadableProxy = new URL('unreadable://proxy')

/** Without a scheme a proxy is an HTTP one, as everywhere. */
function parseProxyUrl(text: string): URL {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  return url?.hostname ? url : unreadableProxy
}

/** What a PAC answer calls the kinds of proxies; SOCKS alone is version 4 there. */
const pacSchemes: Record<string, string> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/**
 * The first of the proxies in a PAC answer that is spoken. `DIRECT` counts where the list itself offers it; where none is spoken, the
 * first one is given, to fail.
 */
function parsePac(answer: string): URL | null {
  const entries = answer.split(';').flatMap((entry) => entry.trim() || [])
  const found = entries.map((entry) => (/^DIRECT$/i.test(entry) ? null : parsePacEntry(entry)))
  const usable = found.findIndex((proxy) => proxy === null || isProxyUrl(proxy))
  return found[Math.max(usable, 0)] ?? null
}

function parsePacEntry(entry: string): URL {
  const [kind = '', address = ''] = entry.split(/\s+/)
  const scheme = pacSchemes[kind.toUpperCase()] ?? kind.toLowerCase()
  return parseProxyUrl(`${scheme}://${address}`)
}

/** A proxy as it may be shown: without the name and the password that may be in its URL. */
export function formatProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`
}

/** The name and the password in a proxy's URL, both empty where there is none. */
export function credentialsOf({ username, password }: URL): { username: string; password: string } {
  return { username: decodeText(username), password: decodeText(password) }
}

/** A percent sign that begins no escape stands for itself. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
