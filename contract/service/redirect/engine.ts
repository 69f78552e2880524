import type { Defaults } from './defaults.ts'
import { targetError } from '../link/target.ts'
import { toAsciiUrl } from './address.ts'
import { describeQuery, describeTracking } from './notes.ts'
import { addTracking, type Tracking } from './tracking.ts'
import type { Platform, Visitor } from './visitor.ts'

/** The settings that decide where a link leads. `null` means that the service's default applies. */
export interface RedirectRules {
  active: boolean
  /** Why the link is inactive, as a sentence, unless someone switched it off. */
  whyInactive?: string
  ios: AppTarget | null
  android: AppTarget | null
  desktop: { url: string } | null
  previewIos: boolean | null
  previewAndroid: boolean | null
  tracking: Tracking
  /** The address of the link. Absent before it exists. */
  address?: string | undefined
  /** Whether parameters of visitors are passed on; `null` if the project decides. Absent if that is unknown. */
  passQuery?: boolean | null | undefined
}

export interface AppTarget {
  url: string
  openApp: boolean
}

export interface Visit {
  visitor: Visitor
  /**
   * Whether the phone has the app. The link host always passes `false`: it can't know, and a phone with the app may
   * never contact it.
   */
  appInstalled: boolean
  /**
   * Whether the service's defaults are known to be ours. The project settings of other services can't be
   * read.
   */
  defaults: Defaults
}

type OutcomeKind = 'inactive' | 'card' | 'app' | 'preview' | 'redirect' | 'landing' | 'service_default'

/**
 * The result of a visit, its destination with tracking values, and the reasons, as sentences in the order of the
 * decisions.
 */
export interface Outcome {
  kind: OutcomeKind
  status: 200 | 302 | 410 | null
  target: string | null
  /** The platform whose redirect was used. */
  from: Platform | null
  because: string[]
}

const platformNames: Record<Platform, string> = { ios: 'iOS', android: 'Android', desktop: 'desktop' }

/**
 * Determines what happens when an existing link is visited. Shared by the link host, the simulator and the inspector.
 */
export function decideOutcome(rules: RedirectRules, visit: Visit): Outcome {
  const because: string[] = []
  const end = (kind: OutcomeKind, status: Outcome['status'], rest: Partial<Outcome> = {}): Outcome => ({
    kind,
    status,
    target: null,
    from: null,
    because,
    ...rest,
  })

  if (!rules.active) {
    because.push(rules.whyInactive ?? 'The link has been switched off.')
    return end('inactive', 410)
  }
  if (visit.visitor.crawler) {
    because.push('Only the preview card is shown.')
    return end('card', 200)
  }
  const { platform } = visit.visitor
  if (opensApp(rules, visit)) {
    because.push('The link asks to open the app. Whether the app claims this domain was not checked.')
    return end('app', null, { from: platform })
  }

  const choice = chooseTarget(rules, platform, because)
  if (!choice) return end(...outcomeWithoutTarget(visit, because))
  const target = toAsciiUrl(addTracking(choice.url, rules.tracking, rules.address))
  because.push(...describeTracking(choice.url, rules.tracking), ...describeQuery(target, rules.passQuery))

  const preview = getPreview(rules, platform)
  if (preview === null && visit.defaults === 'unknown') {
    because.push(
      'Whether phones see a preview page first is the service’s project default, which this app can’t see.',
    )
  }
  if (preview) {
    because.push(`The preview page is on for ${platformNames[platform]}.`)
    return end('preview', 200, { target, from: choice.from })
  }
  return end('redirect', 302, { target, from: choice.from })
}

function opensApp(rules: RedirectRules, { visitor, appInstalled }: Visit): boolean {
  if (!appInstalled || visitor.platform === 'desktop') return false
  return rules[visitor.platform]?.openApp ?? false
}

function getPreview(rules: RedirectRules, platform: Platform): boolean | null {
  if (platform === 'desktop') return false
  return platform === 'ios' ? rules.previewIos : rules.previewAndroid
}

interface ChosenTarget {
  url: string
  from: Platform
}

function chooseTarget(rules: RedirectRules, platform: Platform, because: string[]): ChosenTarget | null {
  const target = checkTarget(rules[platform]?.url, platform, because)
  if (target) return target
  // The same address is refused on every platform.
  if (platform === 'desktop' || rules[platform]?.url === rules.desktop?.url) return null
  const fallback = checkTarget(rules.desktop?.url, 'desktop', because)
  if (fallback)
    because.push(`Without an address for ${platformNames[platform]}, the desktop address is used.`)
  return fallback
}

function checkTarget(url: string | undefined, from: Platform, because: string[]): ChosenTarget | null {
  if (url === undefined) return null
  // Visitors are never sent to a forbidden scheme, even if an older database contains one.
  if (targetError(url) !== null) {
    because.push(`Visitors can’t be sent to the ${platformNames[from]} address.`)
    return null
  }
  because.push(`The link has an address for ${platformNames[from]}.`)
  return { url, from }
}

function outcomeWithoutTarget(
  { visitor, defaults }: Visit,
  because: string[],
): [OutcomeKind, Outcome['status']] {
  if (defaults === 'unknown') {
    because.push(
      `There is no address for ${platformNames[visitor.platform]}: the service’s project default decides, which this app can’t see.`,
    )
    return ['service_default', null]
  }
  because.push('There is no address to go to, so a page with title and subtitle is shown.')
  return ['landing', 200]
}
