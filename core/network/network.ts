import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls'
import type { NetworkSettings } from '../../contract/app/calls/profiles/network.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { findProxy, type ResolveProxy } from './proxy.ts'
import { isLoopback } from '../../contract/service/address/loopback.ts'

/** Timeouts in milliseconds: to connect, for the response to start and between its chunks, and in total. */
export interface TimeLimits {
  connect: number
  idle: number
  total: number
}

interface Parts {
  settings: SettingsFile
  env: NodeJS.ProcessEnv
  resolveProxy?: ResolveProxy | undefined
  allowedServices?: readonly string[] | null
  /** Shorter timeouts for tests. */
  limits?: TimeLimits | undefined
}

export type Network = ReturnType<typeof createNetwork>

/** The connection to services, with the current settings. */
export function createNetwork({ settings, env, resolveProxy, allowedServices, limits }: Parts) {
  let cachedContext: { pem: string | null; context: SecureContext } | null = null
  return {
    limits: (): TimeLimits => limits ?? inMilliseconds(settings.get().network),
    proxyFor: (url: URL) => findProxy(url, { settings: settings.get().network, env, resolveProxy }),
    trust: (): SecureContext => {
      const pem = settings.get().authorities
      if (cachedContext?.pem !== pem) cachedContext = { pem, context: createTrust(pem) }
      return cachedContext.context
    },
    /** Whether the organization allows requests to a URL. */
    allows: (url: URL) => isAllowed(url, allowedServices ?? null),
  }
}

function inMilliseconds({ connectSeconds, idleSeconds, totalSeconds }: NetworkSettings): TimeLimits {
  return { connect: connectSeconds * 1_000, idle: idleSeconds * 1_000, total: totalSeconds * 1_000 }
}

/** Trusts the authorities of Node and of the system, and those that the user has added. */
function createTrust(pem: string | null): SecureContext {
  return createSecureContext({
    ca: [...readCertificates('default'), ...readCertificates('system'), ...(pem ? [pem] : [])],
  })
}

function readCertificates(source: 'default' | 'system'): readonly string[] {
  try {
    return getCACertificates(source)
  } catch {
    // Not every runtime can read the system's authorities.
    return source === 'default' ? rootCertificates : []
  }
}

/** Thrown if the organization doesn't allow requests to a service. Nothing was sent. */
export class ServiceNotAllowedError extends Error {
  override name = 'ServiceNotAllowed'
  constructor(host: string) {
    super(`Your organization doesn’t allow ${host}.`)
  }
}

/** Whether requests to a URL are allowed. `null` allows all services. This computer is always allowed. */
function isAllowed(url: URL, services: readonly string[] | null): boolean {
  if (services === null || isLoopback(url.hostname)) return true
  return services.some((entry) => {
    if (entry.startsWith('*.'))
      return url.host.endsWith(entry.slice(1)) || url.hostname.endsWith(entry.slice(1))
    return url.host === entry || url.hostname === entry
  })
}
