import { z } from 'zod'
import type { AppPlatform } from '../../../contract/service/appLinks/matching/evaluate.ts'
import { environments, type Environment } from '../../../contract/service/api/headers.ts'

/** Limits and settings of a single project, set by the operator. */
export interface ProjectTerms {
  /** Requests a minute; `null` for the default limit. */
  ratePerMinute: number | null
  /** Links a day, UTC; `null` for no limit. */
  linksPerDay: number | null
  /** Changes of links a day, UTC; `null` for no limit. */
  changesPerDay: number | null
  /** The domains on which the links of each environment are opened. */
  domains: Readonly<Record<Environment, LinkDomains>>
  /**
   * The apps that links of each environment may open; `null` if none was ever registered, so that no link has a
   * class in its path.
   */
  apps: Readonly<Record<Environment, RegisteredApps | null>>
  /** Whether links pass on the parameters of visitors, unless a link says otherwise. */
  passesQuery: boolean
  pages: VisitorPages
  /** When they were last set; `null` for never. Decides which side of a copy is newer. */
  setAt: number | null
}

/** What visitors see besides the links. */
export const visitorPages = z.object({
  /** Where `/` and unknown paths of the project's own hosts lead; `null` for the service's page. */
  homepage: z.string().nullable(),
  notFound: z.string().nullable(),
  /** Whether pages of links show their images, which visitors then load from other hosts. */
  showsImages: z.boolean(),
})
export type VisitorPages = z.infer<typeof visitorPages>

/** The origins of a project's links in one environment. */
export const linkDomains = z.object({
  /** Origin of new links; `null` for the service's own default. */
  default: z.string().nullable(),
  /** All origins whose hosts open its links: existing links keep theirs. */
  origins: z.array(z.string()).readonly(),
})
export type LinkDomains = z.infer<typeof linkDomains>

/** Apps that links open, by platform. */
export const registeredApps = z.object({
  /** App IDs: the team ID, a dot, and the bundle ID. */
  ios: z.array(z.string()).readonly(),
  /** Each with the SHA-256 fingerprints of its signing certificates: upper-case hex with colons. */
  android: z
    .array(z.object({ packageName: z.string(), fingerprints: z.array(z.string()).readonly() }))
    .readonly(),
  /** Whether links with own paths open them. Absent: no. */
  ownPaths: z.object({ ios: z.boolean(), android: z.boolean() }).optional(),
})
export type RegisteredApps = z.infer<typeof registeredApps>

/** The terms of a project without settings of its own. */
export const defaultTerms: ProjectTerms = {
  ratePerMinute: null,
  linksPerDay: null,
  changesPerDay: null,
  passesQuery: true,
  pages: { homepage: null, notFound: null, showsImages: false },
  domains: { production: { default: null, origins: [] }, development: { default: null, origins: [] } },
  apps: { production: null, development: null },
  setAt: null,
}

/** Whether links open any of these apps. */
export function hasApps(apps: RegisteredApps | null): apps is RegisteredApps {
  return apps !== null && apps.ios.length + apps.android.length > 0
}

/** Returns on which platforms links with own paths open an app; `null` if none is registered. */
export function ownPathsOpenApp(apps: RegisteredApps | null): Record<AppPlatform, boolean> | null {
  if (!hasApps(apps)) return null
  const opens = (platform: AppPlatform) => apps[platform].length > 0 && (apps.ownPaths?.[platform] ?? false)
  return { ios: opens('ios'), android: opens('android') }
}

/** Returns all origins of a project, each once. */
export function allOrigins({ domains }: Pick<ProjectTerms, 'domains'>): string[] {
  return [...new Set(environments.flatMap((environment) => domains[environment].origins))]
}

/** What visits need to know about a project. */
export interface ProjectDomains extends Pick<ProjectTerms, 'domains' | 'apps' | 'passesQuery' | 'pages'> {
  project: string
}

/** What a daily limit of a project counts. */
export type DailyKind = 'links' | 'changes'
