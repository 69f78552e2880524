import { z } from 'zod'
import { policyKey } from '../policy.ts'

const seconds = (most: number) =>
  z
    .int('Must be a whole number.')
    .min(1, 'Must be at least 1 second.')
    .max(most, `Must be at most ${most} seconds.`)

/** How the app reaches services. There is no setting that turns the verification of certificates off. */
export const networkSettings = z.object({
  /** `system`: the environment's HTTPS_PROXY and NO_PROXY, and what the system says where the host can ask it. */
  proxy: z.enum(['system', 'none', 'manual']),
  /** For `manual`: `http://proxy.example.com:3128` or `socks5://…`, without a password, which would be kept readable. */
  proxyUrl: z.string().trim().max(300).nullable(),
  /** For `manual`: hosts that are reached without it, separated by commas, as in NO_PROXY. */
  noProxy: z.string().trim().max(2_000),
  /** Seconds until a connection must stand, until an answer must begin or go on, and in all. */
  connectSeconds: seconds(120),
  idleSeconds: seconds(300),
  totalSeconds: seconds(600),
})
export type NetworkSettings = z.infer<typeof networkSettings>

/** A certificate of an authority that a person has added. */
export const authority = z.object({
  subject: z.string(),
  issuer: z.string(),
  validUntil: z.iso.datetime(),
  /** SHA-256, to compare with what the administrator says. */
  fingerprint: z.string(),
})
export type Authority = z.infer<typeof authority>

export const networkCalls = {
  'network.get': {
    input: z.strictObject({}),
    output: z.object({
      settings: networkSettings,
      authorities: z.array(authority),
      /** The proxy that requests of the profile in force take now, without a password; `null` for none. */
      proxyInForce: z.string().nullable(),
      /** What of this the organization has locked. */
      managed: z.array(policyKey),
    }),
  },
  'network.save': { input: networkSettings.strict(), output: z.null() },
  /** Trusts the authorities of a PEM file beside the system's; `null` takes them out again. */
  'network.setAuthorities': {
    input: z.strictObject({ pem: z.string().max(500_000).nullable() }),
    output: z.array(authority),
  },
}
