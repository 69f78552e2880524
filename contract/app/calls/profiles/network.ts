import { z } from 'zod'
import { call } from '../call.ts'
import { policyKey } from '../../profile/policy.ts'

const seconds = (max: number) =>
  z
    .int('Must be a whole number.')
    .min(1, 'Must be at least 1 second.')
    .max(max, `Must be at most ${max} seconds.`)

/** How the app connects to services. Certificate verification can't be turned off. */
export const networkSettings = z.object({
  /**
   * `system`: HTTPS_PROXY and NO_PROXY from the environment, and the system's settings if the host can read
   * them.
   */
  proxy: z.enum(['system', 'none', 'manual']),
  /**
   * For `manual`: `http://proxy.example.com:3128` or `socks5://…`. No password, because it would be saved in
   * plain text.
   */
  proxyUrl: z.string().trim().max(300).nullable(),
  /** For `manual`: hosts that bypass the proxy, separated by commas, as in NO_PROXY. */
  noProxy: z.string().trim().max(2_000),
  /** Timeouts in seconds: to connect, between chunks of the response, and in total. */
  connectSeconds: seconds(120),
  idleSeconds: seconds(300),
  totalSeconds: seconds(600),
})
export type NetworkSettings = z.infer<typeof networkSettings>

/** A certificate authority that the user has added. */
const authority = z.object({
  subject: z.string(),
  issuer: z.string(),
  validUntil: z.iso.datetime(),
  /** SHA-256 fingerprint, to compare with the administrator's value. */
  fingerprint: z.string(),
})
export type Authority = z.infer<typeof authority>

/** Maximum length of a file of certificates, in bytes and characters. All authorities of a browser take about 220,000. */
export const maxPemLength = 500_000
export const pemTooLarge =
  'This file is larger than 500 kB. Choose one that contains only the certificates of your authorities.'

export const networkCalls = {
  'network.get': call(
    {},
    z.object({
      settings: networkSettings,
      authorities: z.array(authority),
      /** The certificates of the authorities, to restore them; `null` if there are none. */
      pem: z.string().nullable(),
      /** The proxy that requests of the current profile use, without its password; `null` if none. */
      activeProxy: z.string().nullable(),
      /** The network settings that the organization enforces. */
      managed: z.array(policyKey),
    }),
  ),
  'network.save': call(networkSettings.strict(), z.null()),
  /** Trusts the authorities of a PEM file in addition to the system's; `null` removes them. */
  'network.setAuthorities': call(
    { pem: z.string().max(maxPemLength, pemTooLarge).nullable() },
    z.array(authority),
  ),
}
