import type { PolicyKey, PolicyProfile } from '../../contract/app/profile/policy.ts'

/** The settings enforced by the organization; `null` leaves the choice to the user. */
export interface Policy {
  profiles: PolicyProfile[]
  /** Hosts of services: `links.example.com`, or `*.example.com` for all subdomains. */
  allowedServices: string[] | null
  /** `system`, `none` or the proxy's URL. */
  proxy: string | null
  proxyExceptions: string | null
  /** Certificates as PEM. */
  authorities: string | null
  /** `repository`: the organization's package repository updates a deb or an rpm. */
  updates: boolean | 'repository' | null
  keyStore: 'system' | 'memory' | null
  /** The keys that are set. */
  managed: PolicyKey[]
  /** Values that couldn't be used, each as a sentence. */
  warnings: string[]
}

export const noPolicy: Policy = {
  profiles: [],
  allowedServices: null,
  proxy: null,
  proxyExceptions: null,
  authorities: null,
  updates: null,
  keyStore: null,
  managed: [],
  warnings: [],
}
