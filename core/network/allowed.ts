import { isLoopback } from '../../contract/service/address/loopback.ts'

/** Thrown if the organization doesn't allow requests to a service. Nothing was sent. */
export class ServiceNotAllowedError extends Error {
  override name = 'ServiceNotAllowed'
  constructor(host: string) {
    super(`Your organization doesn’t allow ${host}.`)
  }
}

/** Whether requests to a URL are allowed. `null` allows all services. This computer is always allowed. */
export function isAllowed(url: URL, services: readonly string[] | null): boolean {
  if (services === null || isLoopback(url.hostname)) return true
  return services.some((entry) => {
    if (entry.startsWith('*.'))
      return url.host.endsWith(entry.slice(1)) || url.hostname.endsWith(entry.slice(1))
    return url.host === entry || url.hostname === entry
  })
}
