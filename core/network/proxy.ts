import { isLoopback } from '../../contract/baseUrl.ts'
import type { NetworkSettings } from '../../contract/calls/network.ts'

/** Gives the proxy for a URL as the system would say it, in the form of a PAC answer: `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>

export interface ProxySources {
  settings: Pick<NetworkSettings, 'proxy' | 'proxyUrl' | 'noProxy'>
  env: NodeJS.ProcessEnv
  resolveProxy?: ResolveProxy | undefined
}

/** The proxy that a request to `url` takes, `null` for none. This computer is always reached directly. */
export async function proxyFor(url: URL, sources: ProxySources): Promise<URL | null> {
  const { proxy, proxyUrl: named, noProxy } = sources.settings
  if (proxy === 'none' || isLoopback(url.hostname)) return null
  if (proxy === 'manual') return isExcepted(url, noProxy) ? null : proxyUrl(named ?? '')
  return await systemProxy(url, sources)
}

async function systemProxy(url: URL, { env, resolveProxy }: ProxySources): Promise<URL | null> {
  const variable = (name: string) => env[name] ?? env[name.toUpperCase()]
  const named = variable('https_proxy') ?? variable('all_proxy')
  if (named) return isExcepted(url, variable('no_proxy') ?? '') ? null : proxyUrl(named)
  return resolveProxy ? fromPac(await resolveProxy(url.href).catch(() => '')) : null
}

/** Without a scheme a proxy is an HTTP one, as everywhere. Other kinds of proxies are not spoken. */
function proxyUrl(text: string): URL | null {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  return url && /^https?:$/.test(url.protocol) ? url : null
}

function fromPac(answer: string): URL | null {
  const [first = ''] = answer.split(';')
  const found = /^\s*(PROXY|HTTPS?)\s+(\S+)/i.exec(first)
  if (!found) return null
  return proxyUrl(`${found[1]?.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${found[2]}`)
}

/** NO_PROXY as curl and most programs read it: `*`, host names with their subdomains, addresses, each with a port or not. */
function isExcepted({ hostname, port }: URL, list: string): boolean {
  const host = hostname.toLowerCase()
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    const suffix = name.replace(/^\*?\./, '')
    if (suffix === '' || (only !== undefined && only !== (port || '443'))) return false
    return host === suffix || host.endsWith(`.${suffix}`)
  })
}

/** A proxy as it may be shown: without the name and the password that may be in its URL. */
export function shownProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`
}
