import { z } from 'zod'
import { call } from '../call.ts'
import { appLinkVerdict, maxDetailLength } from '../../../service/appLinks/finding.ts'
import { maxAppLinkLength } from '../../../service/appLinks/matching/linkParts.ts'

/** What the app must declare to open the domain's links, according to the files. */
const appSetup = z.object({
  /** Without a port, because phones use the standard one. */
  domain: z.string(),
  /** App IDs of Apple's file; `null` if it can't be read. */
  appIds: z.array(z.string()).readonly().nullable(),
  /** The manifest entries of Android apps with the same rules; `null` if Android's file can't be read. */
  manifests: z
    .array(
      z.object({
        apps: z.array(z.object({ packageName: z.string(), fingerprints: z.int() })).readonly(),
        /** Values of `android:pathPattern`; empty for all links of the domain. */
        pathPatterns: z.array(z.string()).readonly(),
        /** Whether the file has rules for the apps, which Android 14 and earlier ignore. */
        hasRules: z.boolean(),
      }),
    )
    .readonly()
    .nullable(),
})
export type AppSetup = z.infer<typeof appSetup>

/** What a server through which phones read a domain's file has, compared with the file. */
const appLinkCopy = z.object({
  state: z.enum(['same', 'differs', 'missing', 'unknown']),
  /** For how long it has had the copy, if it says so. */
  ageSeconds: z.int().nonnegative().nullable(),
  /** Why there is no copy, in the server's words, or why that is unknown. Untrusted. */
  reason: z.string().max(maxDetailLength).nullable(),
})
export type AppLinkCopy = z.infer<typeof appLinkCopy>

export const appLinkCopies = z.object({ apple: appLinkCopy, google: appLinkCopy })
export type AppLinkCopies = z.infer<typeof appLinkCopies>

/** The report on a link, or on a domain, based on the domain's files. */
const appLinkReport = z.object({
  host: z.string(),
  /** When the files were fetched; `null` if there are none for such a link. */
  checkedAt: z.iso.datetime().nullable(),
  /** Whether the host is on this computer or its network, so that the user must confirm each check. */
  ownNetwork: z.literal(true).exactOptional(),
  /** Whether a proxy resolved the domain, so that its address couldn't be checked. */
  throughProxy: z.boolean().exactOptional(),
  /** The copies of Apple and Google, if they were asked. */
  copies: appLinkCopies.exactOptional(),
  ios: appLinkVerdict,
  android: appLinkVerdict,
  /** `null` if nothing can be fetched for such a link. */
  setup: appSetup.nullable(),
})
export type AppLinkReport = z.infer<typeof appLinkReport>

/** A link. With `wholeDomain`, an address whose domain is evaluated instead of the single link. */
const appLinkQuery = z.strictObject({
  link: z.string().max(maxAppLinkLength),
  wholeDomain: z.boolean().exactOptional(),
})
export type AppLinkQuery = z.infer<typeof appLinkQuery>

export const appLinkCalls = {
  /**
   * Fetches and saves the association files of a link's domain, and evaluates the link. `id` is for `links.cancel`,
   * after which the previous files are kept. Without `confirmed`, sends nothing to the user's own network.
   * With `copies`, also asks Apple and Google, which then learn the domain.
   */
  'appLinks.check': call(
    appLinkQuery.extend({
      id: z.uuid().exactOptional(),
      confirmed: z.boolean().exactOptional(),
      copies: z.boolean().exactOptional(),
    }),
    appLinkReport,
  ),
  /** Evaluates a link with the saved files. Sends nothing. Returns `null` if its domain hasn't been checked yet. */
  'appLinks.get': call(appLinkQuery, appLinkReport.nullable()),
}
