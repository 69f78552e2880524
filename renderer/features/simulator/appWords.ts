import { findingTexts } from '../../../contract/service/appLinks/findingTexts.ts'
import { parseLinkParts } from '../../../contract/service/appLinks/matching/linkParts.ts'
import type { AppLinkReport } from '../../../contract/app/calls/app/appLinks.ts'
import type { AppLinkVerdict } from '../../../contract/service/appLinks/finding.ts'
import { formatTime } from '../../ui/formatTime.ts'
import { shorten } from '../../ui/shorten.ts'
import { uncheckedVerb, type AppOutcome } from './visits.ts'

/** Maximum characters of a path in a sentence. */
const maxPathLength = 40

/** Returns what the simulator says about opening the app, based on the last check of the link's domain. */
export function appOutcomes(report: AppLinkReport, link: string): Record<'ios' | 'android', AppOutcome> {
  return { ios: appOutcome(report.ios, report, link), android: appOutcome(report.android, report, link) }
}

function appOutcome(verdict: AppLinkVerdict, report: AppLinkReport, link: string): AppOutcome {
  const { checkedAt, ownNetwork } = report
  const when = checkedAt === null ? '' : ` (checked on ${formatTime(checkedAt)})`
  if (verdict.state === 'opens') {
    return {
      verb: `Opens the app, if it is installed${when}`,
      because: [
        'The link asks to open the app, and the domain’s file lists it.',
        ...(ownNetwork ? [ownNetworkNote] : []),
        claimNote,
      ],
    }
  }
  if (verdict.state === 'would_not_open') {
    return {
      verb: `Wouldn’t open the app${when}: ${explainVerdict(verdict, link)}`,
      because: ['The link asks to open the app, but phones treat it like a visit without the app.'],
    }
  }
  return {
    verb: uncheckedVerb,
    because: ['The link asks to open the app.', ...(verdict.finding ? [`${findingTitle(verdict)}.`] : [])],
  }
}

/** The limit of what a check can find out. */
export const claimNote = 'Linkwright can’t see whether the installed app claims the domain.'

/** Shown with a result for an address in the user's own network. */
export const ownNetworkNote =
  'Only phones in your own network can reach this address; Apple’s and Google’s servers can’t.'

/** Shown if a link and its domain's file contradict each other. */
export const contradictionNote =
  'The link doesn’t ask to open the app, but phones follow the file, which lets the app open it. ' +
  'Exclude the link’s path in the file.'

/** What a verdict is about. */
export interface EvaluatedLink {
  link: string
  /** Whether the verdict is about the domain instead of the single link. */
  wholeDomain: boolean
}

/** Shown for a file whose rules decide which links open the app. */
export const olderAndroidNote =
  'Android 14 and earlier ignore the file’s rules. On those, the app’s manifest decides.'

/**
 * Returns what a verdict means for a phone, as the end of a sentence. `null` means that the domain was never checked.
 */
export function verdictText(verdict: AppLinkVerdict | null, { link, wholeDomain }: EvaluatedLink): string {
  if (verdict?.state === 'opens') {
    return wholeDomain
      ? 'the domain’s file lets its links open the app'
      : 'the domain’s file lets the app open'
  }
  if (verdict === null) return 'not checked yet'
  if (verdict.state === 'not_checked') return 'not checked'
  const subject = wholeDomain ? 'links wouldn’t open the app' : 'wouldn’t open'
  return `${subject}, ${explainVerdict(verdict, link)}`
}

/** Returns why phones would not open the app, as the end of a sentence. */
function explainVerdict(verdict: AppLinkVerdict, link: string): string {
  const path = shorten(parseLinkParts(link)?.path ?? '', maxPathLength)
  switch (verdict.finding?.code) {
    case 'apple_not_listed':
    case 'android_not_listed':
      return `the domain’s file doesn’t list ${path}`
    case 'apple_excluded':
    case 'android_excluded':
      return `the domain’s file excludes ${path}`
    default: {
      const title = findingTitle(verdict)
      return `${title.charAt(0).toLowerCase()}${title.slice(1)}`
    }
  }
}

function findingTitle({ finding }: AppLinkVerdict): string {
  return finding ? findingTexts[finding.code].title : ''
}

const maxApps = 5

/** Returns the names of apps as one text, and the number of those beyond the maximum. */
export function shownApps(apps: readonly string[]): string {
  const hiddenCount = apps.length - maxApps
  return [...apps.slice(0, maxApps), ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])].join(', ')
}
