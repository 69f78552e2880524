import { matchAndroid } from './androidMatch.ts'
import { parseAndroidFile } from '../androidFile.ts'
import { matchApple, type Decision } from './appleMatch.ts'
import { parseAppleFile } from '../appleFile.ts'
import { finding, type AppLinkVerdict, type Finding, type Notes } from '../finding.ts'
import { findingTexts, type FindingCode } from '../findingTexts.ts'
import type { LinkParts } from './linkParts.ts'

/** Phones that open apps from links. */
export const appPlatforms = ['ios', 'android'] as const
export type AppPlatform = (typeof appPlatforms)[number]

/** A fetched association file, or why there is none. */
export type FetchedFile =
  | { ok: true; contentType: string | null; text: string }
  | { ok: false; finding: Finding }

/**
 * Evaluates a link with the file of its domain; without a link, whether the file lets phones open an app from at least one. The file
 * doesn't show whether the installed app claims the domain.
 */
export function evaluateLink(
  platform: AppPlatform,
  link: LinkParts | null,
  fetched: FetchedFile,
): AppLinkVerdict {
  if (!fetched.ok) return toNegativeVerdict(fetched.finding)
  return platform === 'ios' ? evaluateApple(fetched, link) : evaluateAndroid(fetched, link)
}

type File = Extract<FetchedFile, { ok: true }>

function evaluateApple({ contentType, text }: File, link: LinkParts | null): AppLinkVerdict {
  const type = isJson(contentType) ? [] : [finding('apple_type', contentType ?? 'none')]
  const parsed = parseAppleFile(text)
  if (!parsed.ok) return toNegativeVerdict(parsed.error)
  const codes = { excluded: 'apple_excluded', none: link ? 'apple_not_listed' : 'opens_none' } as const
  return toVerdict(matchApple(parsed.file, link), parsed.file, codes, [...type, finding('apple_cache')])
}

function evaluateAndroid({ contentType, text }: File, link: LinkParts | null): AppLinkVerdict {
  const parsed = parseAndroidFile(text)
  // A web page or an empty response explains a wrong content type, so it is reported first.
  const isOther = !parsed.ok && ['html', 'empty'].includes(parsed.error.code)
  if (!isJson(contentType) && !isOther) {
    return toNegativeVerdict(finding('android_type', contentType ?? 'none'))
  }
  if (!parsed.ok) return toNegativeVerdict(parsed.error)
  const codes = { excluded: 'android_excluded', none: link ? 'android_not_listed' : 'opens_none' } as const
  return toVerdict(matchAndroid(parsed.file, link), parsed.file, codes, [finding('android_play_signing')])
}

/** Allows parameters such as a charset. */
function isJson(contentType: string | null): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(contentType ?? '')
}

/** Maximum number of the file's warnings and errors that are shown. */
const maxWarnings = 5

function toVerdict(
  decisions: readonly Decision[],
  { errors, warnings: ownWarnings }: Notes,
  codes: Record<'excluded' | 'none', FindingCode>,
  generalWarnings: readonly Finding[],
): AppLinkVerdict {
  const warnings = [...ownWarnings.slice(0, maxWarnings), ...generalWarnings]
  const opening = decisions.filter(({ match, exclude }) => match === 'yes' && !exclude)
  if (opening[0]) {
    return {
      ...{ state: 'opens', finding: null, apps: listApps(opening), rule: opening[0].rule },
      // Errors elsewhere in the file are about other apps.
      warnings: [...errors.slice(0, maxWarnings), ...warnings],
    }
  }
  const unknown = decisions.find(({ match }) => match === 'unknown')
  const decisive = unknown ?? decisions[0]
  // An unreadable entry may be the one for this link.
  if (!decisive) return { ...toNegativeVerdict(errors[0] ?? finding(codes.none)), warnings }
  const { rule } = decisive
  const reason = finding(unknown ? 'apple_undecided' : codes.excluded, rule)
  return { ...toNegativeVerdict(reason), apps: unknown ? [] : listApps(decisions), rule, warnings }
}

function listApps(decisions: readonly Decision[]): string[] {
  return [...new Set(decisions.map(({ app }) => app))]
}

function toNegativeVerdict(reason: Finding): AppLinkVerdict {
  const state = findingTexts[reason.code].weight === 'not_checked' ? 'not_checked' : 'would_not_open'
  return { state, finding: reason, apps: [], rule: null, warnings: [] }
}
