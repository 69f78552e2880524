import { Layers, Link2, Megaphone, PlusCircle, Search, Settings, Users, type LucideIcon } from 'lucide-react'
import { parseEnvironment, type Environment } from '../../contract/service/api/headers.ts'
import type { LookupContext } from '../../contract/app/window/windowPath.ts'

export interface NavigationItem {
  path: string
  label: string
  icon: LucideIcon
  /** Paths of the section. By default, those below `path`. */
  pattern?: RegExp
}

/** The navigation's items in order. */
export const navigationItems: NavigationItem[] = [
  { path: '/create', label: 'Create', icon: PlusCircle },
  { path: '/bulk', label: 'Bulk', icon: Layers },
  { path: '/find', label: 'Find', icon: Search },
  { path: '/links', label: 'Links', icon: Link2 },
  { path: '/campaigns', label: 'Campaigns', icon: Megaphone },
  { path: '/profiles', label: 'Profiles', icon: Users },
  { path: '/settings', label: 'Settings', icon: Settings, pattern: /^\/(settings|activity)\b/ },
]

const titles: [prefix: string, title: string][] = [
  ['/created', 'Link created'],
  ['/create', 'Create a link'],
  ['/bulk/new', 'New bulk run'],
  ['/bulk/change', 'Change links'],
  ['/bulk/', 'Bulk run'],
  ['/bulk', 'Bulk'],
  ['/find', 'Find a link'],
  ['/links', 'Links'],
  ['/campaigns', 'Campaigns'],
  ['/profiles', 'Profiles'],
  ['/activity', 'Diagnostics'],
  ['/settings', 'Settings'],
  ['/help', 'Help'],
]

/** Returns the heading of the screen at `path`. The link page instead uses the link's title. */
export function screenHeading(path: string): string {
  return titles.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Linkwright'
}

export const newRunPath = '/bulk/new'

/** Path of the form for a table of new addresses. */
export const changeTablePath = '/bulk/change'

/** Returns the path of *Links* with this search. */
export function linksPath(search: string): string {
  return `/links?${new URLSearchParams({ q: search }).toString()}`
}

/** The steps of a run before it is sent, in order. */
export const runSteps = ['columns', 'check', 'create'] as const
export type RunStepName = (typeof runSteps)[number]

/** Returns the path of a run. Without a step, the run opens at its current step. `show`: the rows shown in the check. */
export function runPath(id: string, step?: RunStepName, show?: string): string {
  const query = new URLSearchParams({ ...(step && { step }), ...(show && { show }) }).toString()
  return query === '' ? `/bulk/${id}` : `/bulk/${id}?${query}`
}

/** A campaign: the links of a profile and environment with this campaign. */
export interface CampaignKey {
  name: string
  profileId: string
  environment: Environment
}

/** Returns the path of a campaign's page. */
export function campaignPath({ name, profileId, environment }: CampaignKey): string {
  const parameters = { name, profile: profileId, environment }
  return `/campaigns?${new URLSearchParams(parameters).toString()}`
}

/** Returns the path of *Links* with the links of a campaign, or only those that break the tracking rules. */
export function campaignLinksPath(
  { name, profileId, environment }: CampaignKey,
  breaksRules = false,
): string {
  const parameters = new URLSearchParams({ campaign: name, profile: profileId, environment })
  if (breaksRules) parameters.set('breaksrules', 'yes')
  return `/links?${parameters.toString()}`
}

/** Returns the campaign in a route's query; `null` if it names none. */
export function parseCampaignKey(query: string): CampaignKey | null {
  const parameters = new URLSearchParams(query)
  const [name, profileId] = [parameters.get('name'), parameters.get('profile')]
  const environment = parseEnvironment(parameters.get('environment') ?? undefined)
  return name !== null && profileId !== null && environment !== null ? { name, profileId, environment } : null
}

/** Returns the path of a library link's own page. */
export function linkPath(id: string): string {
  return `/links/${id}/page`
}

/** Returns the id of the link whose page is at `path`, otherwise `''`. */
export function linkIdAt(path: string): string {
  return /^\/links\/([^/]+)\/page$/.exec(path)?.[1] ?? ''
}

/** Returns the id of the link that was just created at `path`, otherwise `''`. */
export function createdIdAt(path: string): string {
  return /^\/created\/([^/]+)$/.exec(path)?.[1] ?? ''
}

/** Returns the id of the run at `path`, otherwise `''`. */
export function runIdAt(path: string): string {
  return /^\/bulk\/(.{36})$/.exec(path)?.[1] ?? ''
}

/** Route pattern of *Find*. Addresses of older versions may go on with a link to compare, which is ignored. */
export const findRoute = '/find/:text?/:profile?/:environment?/*?'

/** Returns the profile and environment from the route's parameters; `null` if incomplete. */
export function parseLookupContext(parameters: {
  profile?: string
  environment?: string
}): LookupContext | null {
  const environment = parseEnvironment(parameters.environment)
  const profileId = parseSearchText(parameters.profile ?? '')
  return profileId !== '' && environment !== null ? { profileId, environment } : null
}

/** Returns the search text from the route's parameter. */
export function parseSearchText(parameter: string): string {
  try {
    return decodeURIComponent(parameter)
  } catch {
    return parameter
  }
}
