import { Activity, Layers, Link2, PlusCircle, Search, Settings, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { environment } from '../../contract/headers.ts'
import type { LookupContext } from '../../contract/windowPath.ts'

export interface NavigationItem {
  path: string
  /** In the navigation. */
  label: string
  icon: LucideIcon
}

/** What the navigation leads to, in its order. */
export const navigationItems: NavigationItem[] = [
  { path: '/create', label: 'Create', icon: PlusCircle },
  { path: '/bulk', label: 'Bulk', icon: Layers },
  { path: '/find', label: 'Find', icon: Search },
  { path: '/links', label: 'Links', icon: Link2 },
  { path: '/profiles', label: 'Profiles', icon: Users },
  { path: '/activity', label: 'Activity', icon: Activity },
  { path: '/settings', label: 'Settings', icon: Settings },
]

const titles: [prefix: string, title: string][] = [
  ['/created', 'Link created'],
  ['/create', 'Create a link'],
  ['/bulk/new', 'New bulk run'],
  ['/bulk/', 'Bulk run'],
  ['/bulk', 'Bulk'],
  ['/find', 'Find a link'],
  ['/links', 'Links'],
  ['/profiles', 'Profiles'],
  ['/activity', 'Activity'],
  ['/settings', 'Settings'],
]

/** The heading of the screen at `path`, but for that of a link's own page, which is the link's title. */
export function screenHeading(path: string): string {
  return titles.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Linkwright'
}

/** Where a run begins. */
export const newRunPath = '/bulk/new'

/** Where a run is. */
export function runPath(id: string): string {
  return `/bulk/${id}`
}

/** Where a link of the library has a page to itself. */
export function linkPath(id: string): string {
  return `/links/${id}/page`
}

/** The id of the link whose page is at `path`, `''` elsewhere. */
export function linkIdAt(path: string): string {
  return /^\/links\/([^/]+)\/page$/.exec(path)?.[1] ?? ''
}

/** The parameters of *Find* as the router knows them. */
export const findRoute = '/find/:text?/:profile?/:environment?/:other?'

/** The place out of the parameters that the router makes of such an address; `null` when it names none. */
export function parseLookupContext(parameters: {
  profile?: string
  environment?: string
}): LookupContext | null {
  const asked = environment.safeParse(parameters.environment)
  const profileId = parseQuestion(parameters.profile ?? '')
  return profileId !== '' && asked.success ? { profileId, environment: asked.data } : null
}

/** The question out of the parameter that the router makes of such an address. */
export function parseQuestion(parameter: string): string {
  try {
    return decodeURIComponent(parameter)
  } catch {
    return parameter
  }
}
